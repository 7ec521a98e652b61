import type { ReactNode } from 'react'
import type { Crawlers } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { Change } from '../../statistics/change.tsx'
import { formatCount } from '../../statistics/format.ts'
import { countColumn, instantColumn } from '../../statistics/number-columns.ts'
import { WithChange } from '../../statistics/with-change.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { ChooseCrawlers } from './crawler-filters.tsx'

interface CrawlerTableProps {
  readonly report: Crawlers
  readonly choose: ChooseCrawlers
  readonly timezone: string
}

/** Crawlers by their hits; each opens its pages. */
export function CrawlerTable({ report, choose, timezone }: CrawlerTableProps): ReactNode {
  return (
    <Table
      caption={t('crawlers.caption')}
      columns={columns(choose, timezone)}
      rowKey={({ crawler, purpose }) => `${crawler} ${purpose}`}
      rows={report.crawlers}
    />
  )
}

function columns(choose: ChooseCrawlers, timezone: string): readonly Column<Crawlers['crawlers'][number]>[] {
  return [
    {
      id: 'crawler',
      header: t('crawlers.crawler'),
      value: ({ crawler }) => crawler,
      cell: ({ crawler }) => (
        <button
          className="link text-left"
          onClick={() => choose({ crawler })}
          title={t('crawlers.show_pages', { crawler })}
          type="button"
        >
          {crawler}
        </button>
      ),
    },
    {
      id: 'purpose',
      header: t('crawlers.purpose'),
      value: ({ purpose }) => t(`crawlers.purpose_${purpose}`),
      cell: ({ purpose }) => t(`crawlers.purpose_${purpose}`),
    },
    {
      id: 'hits',
      header: t('crawlers.hits'),
      numeric: true,
      value: ({ hits }) => hits,
      cell: (row) => <HitsWithChange {...row} />,
    },
    countColumn('pages', t('crawlers.pages'), ({ pages }) => pages),
    countColumn('errors', t('crawlers.errors'), ({ errors }) => errors),
    instantColumn('last', t('crawlers.last_seen'), (row) => row.last_seen_at, timezone),
  ]
}

interface HitsProps {
  readonly hits: number
  readonly previous?: number | null
  readonly change?: number | null
}

/** More hits are neither good nor bad, so a change has no color. */
export function HitsWithChange({ hits, previous, change }: HitsProps): ReactNode {
  return (
    <WithChange
      change={
        change != null && (
          <Change change={change} size="small" title={`${t('crawlers.earlier')}: ${formatCount(previous ?? 0)}`} />
        )
      }
    >
      {formatCount(hits)}
    </WithChange>
  )
}
