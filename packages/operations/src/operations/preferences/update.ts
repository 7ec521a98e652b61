import { PREFERENCE_LABELS, Preferences, TimeZone } from '@footfall/core-domain'
import { defineSettingsUpdate } from '../../settings/define-settings-update.ts'
import { definedOf } from '../../settings/defined.ts'
import { preferenceWarnings } from '../../settings/warnings.ts'

const LABELS = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(PREFERENCE_LABELS)

export const updatePreferences = defineSettingsUpdate('preferences', {
  name: 'service_preferences_update',
  method: 'PATCH',
  title: 'Change preferences',
  description: `Changes any of a product’s ${LABELS}. What is not given stays.`,
  fields: {
    ...Preferences.partial().shape,
    timezone: TimeZone.optional().meta({ description: 'IANA zone in which days are cut, the past included.' }),
    currency: Preferences.shape.currency
      .optional()
      .meta({ description: 'ISO 4217; amounts in others are not counted.' }),
  },
  destructive: true,
  change: (call, given) => ({
    next: ({ revision: _, updated_at: __, ...current }) => ({ ...current, ...definedOf(given) }),
    summary: (changes) => `Change ${changes.map(({ path }) => path).join(', ')} of “${call.product.name}”.`,
    warnings: (current, next) => preferenceWarnings(call, current, next),
  }),
})
