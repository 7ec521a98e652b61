import type { ReactNode } from 'react'
import type { CrawlerPurpose } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { ChosenValue } from '../../statistics/controls/chosen-value.tsx'
import { CRAWLER_CHOICES, type CrawlerChoice, type CrawlersSearch } from '../../statistics/search.ts'

export type ChooseCrawlers = (
  fields: {
    readonly [Name in keyof CrawlersSearch]?: CrawlersSearch[Name] | undefined
  },
) => void

/** The filters of the address as the API takes them. */
export function crawlersFilter({ purpose, crawler, page, verified }: CrawlersSearch) {
  return {
    ...(purpose !== undefined && { purpose: purposesOf(purpose) }),
    ...(crawler !== undefined && { crawler: [crawler] }),
    ...(page !== undefined && { page }),
    ...(verified !== undefined && { verified: [verified] }),
  }
}

function purposesOf(choice: CrawlerChoice): CrawlerPurpose[] {
  return choice === 'ai' ? ['ai_training', 'ai_assistant'] : [choice]
}

interface CrawlerFiltersProps {
  readonly search: CrawlersSearch
  readonly choose: ChooseCrawlers
}

/** By purpose, one click each; what was chosen in the report can be removed. */
export function CrawlerFilters({ search, choose }: CrawlerFiltersProps): ReactNode {
  const { purpose: chosen, crawler, page, verified } = search
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5">
      <legend className="sr-only">{t('crawlers.filters')}</legend>
      {[undefined, ...CRAWLER_CHOICES].map((choice) => (
        <button
          aria-pressed={choice === chosen}
          className="min-h-8 rounded-2xl border bg-surface px-3 text-sm hover:underline aria-pressed:border-accent aria-pressed:bg-accent-ground aria-pressed:text-accent"
          key={choice ?? 'all'}
          onClick={() => choose({ purpose: choice })}
          type="button"
        >
          {choice === undefined ? t('crawlers.all') : t(`crawlers.purpose_${choice}`)}
        </button>
      ))}
      {crawler !== undefined && (
        <ChosenValue label={t('crawlers.crawler')} onRemove={() => choose({ crawler: undefined })} value={crawler} />
      )}
      {page !== undefined && (
        <ChosenValue label={t('crawlers.path')} onRemove={() => choose({ page: undefined })} value={page} />
      )}
      {verified !== undefined && (
        <ChosenValue
          label={t('crawlers.verified')}
          onRemove={() => choose({ verified: undefined })}
          value={t(`crawlers.verified_${verified}`)}
        />
      )}
    </fieldset>
  )
}
