import { defineSettingsRead } from '../settings/define-settings-read.ts'

export const getShields = defineSettingsRead('shields', {
  name: 'service_shields_get',
  title: 'Get shields',
  description:
    'Returns what is excluded from counting: addresses, countries, paths, hostnames and referrers, and whether it uses the lists of referrer spam and of programs in data centers.',
})
