import { Domains, mutable } from '@footfall/core-domain'
import { defineRead } from '../../definition/read.ts'
import { readSection } from '../../settings/read-section.ts'

export const getDomains = defineRead({
  name: 'service_domains_get',
  path: '/api/v1/products/{product}/domains',
  title: 'Get domains',
  description: 'Returns the hostnames that belong to a product, and which is the primary one.',
  scope: 'settings:read',
  product: 'path',
  role: 'viewer',
  query: {},
  output: Domains.extend(mutable),
  run: readSection('domains'),
})
