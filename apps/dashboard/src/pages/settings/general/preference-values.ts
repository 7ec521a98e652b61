import type { Preferences } from '../../../api/types.ts'
import type { DescribedField } from '../../../forms/conflict-choice.tsx'
import { linesOf, listOf } from '../../../forms/lines.ts'
import { t } from '../../../messages/messages.ts'
import {
  PREFERENCE_FIELDS,
  PREFERENCE_NAMES,
  type PreferenceName,
  pathRulesText,
  toPathRules,
} from './preference-fields.ts'

/** Preferences as they are typed: numbers and lists as text. */
export type PreferenceValues = Readonly<Record<PreferenceName, string | boolean>>

export function toPreferenceValues(preferences: Preferences): PreferenceValues {
  return mapPreferences((name) => {
    if (name === 'path_rules') return pathRulesText(preferences.path_rules)
    const stored = preferences[name]
    if (typeof stored === 'boolean') return stored
    return Array.isArray(stored) ? linesOf(stored) : String(stored)
  })
}

/** The values that differ. Text that is not a number is sent as `NaN`, which the service rejects. */
export function changedPreferences(values: PreferenceValues, before: PreferenceValues): Partial<Preferences> {
  const changed = PREFERENCE_NAMES.filter((name) => values[name] !== before[name])
  return Object.fromEntries(changed.map((name) => [name, toStored(name, values[name])]))
}

/** Label and value of each preference, for people who cannot change them and to compare two versions. */
export function describePreferences(values: PreferenceValues): readonly DescribedField[] {
  return PREFERENCE_NAMES.map((name) => ({ label: PREFERENCE_FIELDS[name].label, value: describe(name, values[name]) }))
}

function toStored(name: PreferenceName, value: string | boolean) {
  if (typeof value === 'boolean') return value
  if (name === 'path_rules') return toPathRules(value)
  switch (PREFERENCE_FIELDS[name].control.kind) {
    case 'number':
      return value.trim() === '' ? Number.NaN : Number(value)
    case 'lines':
      return [...listOf(value)]
    case 'code':
      return value.trim().toUpperCase()
    case 'select':
    case 'checkbox':
      return value
  }
}

function describe(name: PreferenceName, value: string | boolean): string {
  if (typeof value === 'boolean') return value ? t('common.yes') : t('common.no')
  const { control } = PREFERENCE_FIELDS[name]
  switch (control.kind) {
    case 'number':
      return t(control.unit, { count: Number(value) })
    case 'select':
      return control.options().find((option) => option.value === value)?.label ?? value
    case 'lines':
    case 'code':
    case 'checkbox':
      return value || t('common.none')
  }
}

function mapPreferences(toValue: (name: PreferenceName) => string | boolean): PreferenceValues {
  return Object.fromEntries(PREFERENCE_NAMES.map((name) => [name, toValue(name)])) as PreferenceValues
}
