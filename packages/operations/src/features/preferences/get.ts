import { defineSettingsRead } from '../settings/define-settings-read.ts'

export const getPreferences = defineSettingsRead('preferences', {
  name: 'service_preferences_get',
  title: 'Get preferences',
  description: 'Returns a product’s preferences, such as time zone, currency, retention and suppression threshold.',
})
