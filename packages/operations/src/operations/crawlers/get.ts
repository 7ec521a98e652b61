import { CrawlerSettings, mutable } from '@footfall/core-domain'
import { defineRead } from '../../definition/read.ts'
import { readSection } from '../../settings/read-section.ts'

export const getCrawlerSettings = defineRead({
  name: 'service_crawlers_get',
  path: '/api/v1/products/{product}/crawlers',
  title: 'Get crawler settings',
  description: 'Returns which crawlers a product reports, by purpose, and the paths left out.',
  scope: 'settings:read',
  product: 'path',
  role: 'viewer',
  query: {},
  output: CrawlerSettings.extend(mutable),
  run: readSection('crawlers'),
})
