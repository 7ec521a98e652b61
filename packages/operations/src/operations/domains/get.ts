import { defineSettingsRead } from '../../settings/define-settings-read.ts'

export const getDomains = defineSettingsRead('domains', {
  name: 'service_domains_get',
  title: 'Get domains',
  description: 'Returns the hostnames that belong to a product, and which is the primary one.',
})
