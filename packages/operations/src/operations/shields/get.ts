import { defineSettingsRead } from '../../settings/define-settings-read.ts'

export const getShields = defineSettingsRead('shields', {
  name: 'service_shields_get',
  title: 'Get shields',
  description: 'Returns what a product refuses to count: addresses, countries, paths, hostnames and referrers.',
})
