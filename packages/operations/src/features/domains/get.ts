import { defineSettingsRead } from '../settings/define-settings-read.ts'

export const getDomains = defineSettingsRead('domains', {
  name: 'service_domains_get',
  title: 'Get domains',
  description: 'Returns the hostnames of a product, and which is primary.',
})
