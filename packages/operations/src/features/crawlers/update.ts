import { CrawlerSettings } from '@footfall/core-domain'
import { z } from 'zod'
import { namesOfFields } from '../../inputs/field-words.ts'
import { defineSettingsUpdate } from '../settings/define-settings-update.ts'
import { definedOf } from '../settings/defined.ts'
import { crawlerWarnings } from './warnings.ts'

export const updateCrawlerSettings = defineSettingsUpdate('crawlers', {
  name: 'service_crawlers_update',
  method: 'PATCH',
  title: 'Change crawler settings',
  activity: 'Crawler settings changed',
  description:
    'Changes whether and which crawlers a product reports, by purpose, and the excluded paths. Omitted fields stay unchanged.',
  fields: {
    enabled: CrawlerSettings.shape.enabled.optional().meta({ description: 'Whether crawlers are reported.' }),
    track: z
      .strictObject(CrawlerSettings.shape.track.partial().shape)
      .optional()
      .meta({ description: 'Which are reported, by purpose.' }),
    excluded_paths: CrawlerSettings.shape.excluded_paths
      .optional()
      .meta({ description: 'All paths left out, `*` for any run of characters.' }),
  },
  examples: [{ body: { track: { search: false } } }, { body: { enabled: false } }],
  change: (call, { enabled, track, excluded_paths }) => ({
    next: (current) => ({
      enabled: enabled ?? current.enabled,
      track: { ...current.track, ...definedOf(track ?? {}) },
      excluded_paths: excluded_paths ?? current.excluded_paths,
    }),
    summary: (changes) => `Change the crawler reports of “${call.product.name}”: ${namesOfFields(changes)}.`,
    warnings: async (current, next) => crawlerWarnings(current, next),
  }),
})
