import { CrawlerSettings, mutable } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, revisionField } from '../../definition/index.ts'
import { definedOf } from '../../settings/defined.ts'
import { planSettings } from '../../settings/plan.ts'

export const updateCrawlerSettings = defineWrite({
  name: 'service_crawlers_update',
  method: 'PATCH',
  path: '/api/v1/products/{product}/crawlers',
  title: 'Change crawler settings',
  description:
    'Changes whether and which crawlers a product reports, by purpose, and the paths left out. What is not given stays.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  errors: ['revision_conflict'],
  body: z
    .strictObject({
      enabled: CrawlerSettings.shape.enabled.optional(),
      track: z.strictObject(CrawlerSettings.shape.track.partial().shape).optional(),
      excluded_paths: CrawlerSettings.shape.excluded_paths.optional(),
      ...revisionField,
    })
    .refine(({ revision: _, ...given }) => Object.keys(given).length > 0, 'must hold at least one setting'),
  output: CrawlerSettings.extend(mutable),
  plan: (call, { revision, enabled, track, excluded_paths }) =>
    planSettings(call, 'crawlers', revision, {
      next: (current) => ({
        enabled: enabled ?? current.enabled,
        track: { ...current.track, ...definedOf(track ?? {}) },
        excluded_paths: excluded_paths ?? current.excluded_paths,
      }),
      summary: (_, changes) =>
        `Change ${changes.map(({ path }) => path).join(', ')} of the crawler reports of “${call.product.name}”.`,
      warnings: async (current, next) =>
        current.enabled && !next.enabled ? ['Crawlers are no longer reported from the next second on.'] : [],
    }),
})
