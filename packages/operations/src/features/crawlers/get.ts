import { defineSettingsRead } from '../settings/define-settings-read.ts'

export const getCrawlerSettings = defineSettingsRead('crawlers', {
  name: 'service_crawlers_get',
  title: 'Get crawler settings',
  description: 'Returns which crawlers a product reports, by purpose, and the excluded paths.',
})
