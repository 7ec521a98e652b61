import { mutable, Preferences } from '@footfall/core-domain'
import { defineRead } from '../../definition/read.ts'
import { readSection } from '../../settings/read-section.ts'

export const getPreferences = defineRead({
  name: 'service_preferences_get',
  path: '/api/v1/products/{product}/preferences',
  title: 'Get preferences',
  description:
    'Returns a product’s time zone, week start, default range, currency, retention in days, suppression threshold in visitors, and bot filtering.',
  scope: 'settings:read',
  product: 'path',
  role: 'viewer',
  query: {},
  output: Preferences.extend(mutable),
  run: readSection('preferences'),
})
