import { mutable, Shields } from '@footfall/core-domain'
import { defineRead } from '../../definition/read.ts'
import { readSection } from '../../settings/read-section.ts'

export const getShields = defineRead({
  name: 'service_shields_get',
  path: '/api/v1/products/{product}/shields',
  title: 'Get shields',
  description: 'Returns what a product refuses to count: addresses, countries, paths, hostnames and referrers.',
  scope: 'settings:read',
  product: 'path',
  role: 'viewer',
  query: {},
  output: Shields.extend(mutable),
  run: readSection('shields'),
})
