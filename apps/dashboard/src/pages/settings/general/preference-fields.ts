import type { Preferences } from '../../../api/types.ts'
import { type MessageKey, t } from '../../../messages/messages.ts'
import { preferredPeriod } from '../../../statistics/period-days.ts'
import { periodLabel } from '../../../statistics/period-labels.ts'
import { formatZone, timeZones } from '../../../statistics/time-zones.ts'
import type { Option } from '../../../ui/field.tsx'

export type PreferenceName = Exclude<keyof Preferences, 'revision' | 'updated_at'>

interface PreferenceField {
  readonly label: string
  readonly hint?: string
  readonly control:
    | { readonly kind: 'select'; readonly options: () => readonly Option[] }
    | { readonly kind: 'code'; readonly length: number }
    | { readonly kind: 'number'; readonly unit: MessageKey }
    | { readonly kind: 'checkbox' }
    | { readonly kind: 'lines' }
}

const PATH_RULES = [
  { trailing_slash: 'keep', lowercase: false, label: t('settings.general.paths_keep') },
  { trailing_slash: 'remove', lowercase: false, label: t('settings.general.paths_slash') },
  { trailing_slash: 'keep', lowercase: true, label: t('settings.general.paths_lower') },
  { trailing_slash: 'remove', lowercase: true, label: t('settings.general.paths_both') },
] as const

/** Path rules as the value of one choice. */
export function pathRulesText({ trailing_slash, lowercase }: Preferences['path_rules']): string {
  return `${trailing_slash} ${lowercase ? 'lowercase' : 'case'}`
}

/** The path rules that a choice stands for. */
export function toPathRules(text: string): Preferences['path_rules'] {
  const { trailing_slash, lowercase } = PATH_RULES.find((rules) => pathRulesText(rules) === text) ?? PATH_RULES[0]
  return { trailing_slash, lowercase }
}

/** Every preference, in the order of the page. This table is all that a new preference needs here. */
export const PREFERENCE_FIELDS: Readonly<Record<PreferenceName, PreferenceField>> = {
  timezone: {
    label: t('common.time_zone'),
    hint: t('settings.general.time_zone_hint'),
    control: { kind: 'select', options: () => timeZones().map((zone) => ({ value: zone, label: formatZone(zone) })) },
  },
  currency: {
    label: t('settings.general.currency'),
    hint: t('settings.general.currency_hint'),
    control: { kind: 'code', length: 3 },
  },
  week_starts_on: {
    label: t('settings.general.week'),
    control: {
      kind: 'select',
      options: () => [
        { value: 'monday', label: t('settings.general.monday') },
        { value: 'sunday', label: t('settings.general.sunday') },
      ],
    },
  },
  default_range: {
    label: t('settings.general.range'),
    hint: t('settings.general.range_hint'),
    control: {
      kind: 'select',
      options: () =>
        (['7d', '30d', '90d', '12m'] as const).map((value) => ({
          value,
          label: periodLabel(preferredPeriod({ default_range: value })),
        })),
    },
  },
  retention_days: {
    label: t('settings.general.retention'),
    hint: t('settings.general.retention_hint'),
    control: { kind: 'number', unit: 'settings.general.days' },
  },
  suppression_threshold: {
    label: t('settings.general.suppression'),
    hint: t('settings.general.suppression_hint'),
    control: { kind: 'number', unit: 'settings.general.visitors' },
  },
  path_rules: {
    label: t('settings.general.paths'),
    hint: t('settings.general.paths_hint'),
    control: {
      kind: 'select',
      options: () => PATH_RULES.map(({ label, ...rules }) => ({ value: pathRulesText(rules), label })),
    },
  },
  visitor_identity: {
    label: t('settings.general.identity'),
    hint: t('settings.general.identity_hint'),
    control: {
      kind: 'select',
      options: () => [
        { value: 'daily', label: t('settings.general.identity_daily') },
        { value: 'identified', label: t('settings.general.identity_identified') },
      ],
    },
  },
  bot_filtering: {
    label: t('settings.general.bots'),
    hint: t('settings.general.bots_hint'),
    control: { kind: 'checkbox' },
  },
  suspected_automation: {
    label: t('settings.general.suspected'),
    hint: t('settings.general.suspected_hint'),
    control: {
      kind: 'select',
      options: () => [
        { value: 'exclude', label: t('settings.general.suspected_exclude') },
        { value: 'include', label: t('settings.general.suspected_include') },
      ],
    },
  },
  respect_privacy_signals: {
    label: t('settings.general.signals'),
    hint: t('settings.general.signals_hint'),
    control: { kind: 'checkbox' },
  },
  excluded_query_params: {
    label: t('settings.general.params'),
    hint: t('settings.general.params_hint'),
    control: { kind: 'lines' },
  },
}

export const PREFERENCE_NAMES = Object.keys(PREFERENCE_FIELDS) as readonly PreferenceName[]
