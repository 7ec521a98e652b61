import type { Crawlers } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { toCsv } from '../../statistics/csv.ts'

/** The crawlers of the report as CSV. Without a comparison, the earlier hits and the change are empty. */
export function crawlersCsv({ crawlers }: Crawlers): string {
  return toCsv([
    [
      ...[
        t('crawlers.crawler'),
        t('crawlers.purpose'),
        t('crawlers.hits'),
        t('crawlers.earlier'),
        t('crawlers.change'),
      ],
      ...[t('crawlers.pages'), t('crawlers.errors'), t('crawlers.last_seen')],
    ],
    ...crawlers.map(({ crawler, purpose, hits, previous, change, pages, errors, last_seen_at }) => [
      ...[crawler, t(`crawlers.purpose_${purpose}`), hits, previous ?? null, change ?? null],
      ...[pages, errors, last_seen_at],
    ]),
  ])
}

/** The pages of the report as CSV. */
export function pagesCsv({ pages }: Crawlers): string {
  return toCsv([
    [t('crawlers.path'), t('crawlers.hits'), t('crawlers.earlier'), t('crawlers.change')],
    ...pages.map(({ path, hits, previous, change }) => [path, hits, previous ?? null, change ?? null]),
  ])
}
