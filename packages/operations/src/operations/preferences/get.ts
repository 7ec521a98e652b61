import { defineSettingsRead } from '../../settings/define-settings-read.ts'

export const getPreferences = defineSettingsRead('preferences', {
  name: 'service_preferences_get',
  title: 'Get preferences',
  description:
    'Returns a product’s time zone, week start, default range, currency, retention in days, suppression threshold in visitors, path rules, visitor identity, privacy signals, and bot filtering.',
})
