import { Events, mutable } from '@footfall/core-domain'
import { defineRead } from '../../definition/read.ts'
import { readSection } from '../../settings/read-section.ts'

export const getEvents = defineRead({
  name: 'service_events_get',
  path: '/api/v1/products/{product}/events',
  title: 'Get tracked events',
  description:
    'Returns the events a product tracks, which of them are goals or carry revenue, and what the tracker captures by itself.',
  scope: 'settings:read',
  product: 'path',
  role: 'viewer',
  query: {},
  output: Events.extend(mutable),
  run: readSection('events'),
})
