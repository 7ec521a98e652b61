import {
  PathRules,
  Preferences,
  type Settings,
  type SettingsDocument,
  TimeZone,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import { z } from 'zod'
import type { ProductWriteCall } from '../../definition/index.ts'
import { namesOfFields } from '../../inputs/field-words.ts'
import { defineSettingsUpdate } from '../settings/define-settings-update.ts'
import { definedOf } from '../settings/defined.ts'
import { preferenceWarnings } from './warnings.ts'

export const updatePreferences = defineSettingsUpdate('preferences', {
  name: 'service_preferences_update',
  method: 'PATCH',
  title: 'Change preferences',
  activity: 'Preferences changed',
  description: 'Changes the given preferences of a product, such as the retention of data; the others stay.',
  fields: {
    ...Preferences.partial().shape,
    timezone: TimeZone.optional().meta({ description: 'IANA zone in which days are cut, the past included.' }),
    currency: Preferences.shape.currency
      .optional()
      .meta({ description: 'ISO 4217; amounts in others are not counted.' }),
    path_rules: z
      .strictObject(PathRules.partial().shape)
      .optional()
      .meta({ description: 'How paths are stored from now on; an omitted rule stays.' }),
  },
  destructive: true,
  examples: [{ body: { currency: 'USD' } }, { body: { currency: 'CHF' } }],
  change: (call, { path_rules, ...given }) => ({
    next: ({ revision: _, updated_at: __, ...current }) => ({
      ...current,
      ...definedOf(given),
      path_rules: { ...current.path_rules, ...definedOf(path_rules ?? {}) },
    }),
    summary: (changes) => `Change the preferences of “${call.product.name}”: ${namesOfFields(changes)}.`,
    warnings: (current, next) => preferenceWarnings(call, current, next),
    commit: (store, current, next) => changeVisitorKey(call, store, current, next),
  }),
})

const KEY_BYTES = 32

/** The key under which visitors are identified lives as long as the preference says so; each time it is another. */
async function changeVisitorKey(
  { product, random, clock }: ProductWriteCall,
  store: WritableStore,
  current: Settings<'preferences'>,
  next: SettingsDocument<'preferences'>,
): Promise<void> {
  if (next.visitor_identity === current.visitor_identity) return
  switch (next.visitor_identity) {
    case 'identified':
      return store.visitorKeys.create(product.id, random.bytes(KEY_BYTES), timestamp(clock.now()))
    case 'daily':
      return store.visitorKeys.destroy(product.id)
  }
}
