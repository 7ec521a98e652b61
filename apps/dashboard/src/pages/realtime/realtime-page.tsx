import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import type { Realtime } from '../../api/types.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { useProduct } from '../../product/use-product.ts'
import { stateWords } from '../../statistics/describe-state.ts'
import type { Dimension } from '../../statistics/dimensions.ts'
import { formatCount } from '../../statistics/format.ts'
import { keyWord } from '../../statistics/key-label.ts'
import { realtimeQuery } from '../../statistics/queries.ts'
import { Bars } from '../../ui/bars.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Stat, Stats } from '../../ui/stat.tsx'
import { MinuteBars } from './minute-bars.tsx'

const EVERY_MS = 5_000

/** Who is here now. Asks anew every few seconds, as long as somebody can see it. */
export function RealtimePage(): ReactNode {
  const product = useProduct()
  const asked = useQuery({
    ...realtimeQuery(product.id),
    refetchInterval: EVERY_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  })
  return (
    <div className="grid gap-4">
      <PageHeader description="The last half hour, brought up to date while you look." title="Realtime" />
      {asked.error instanceof ApiProblem && (
        <ProblemNotice onRetry={() => void asked.refetch()} problem={asked.error} />
      )}
      {asked.data === undefined ? !asked.isError && <Loading what="the last half hour" /> : <Now report={asked.data} />}
    </div>
  )
}

function Now({ report }: { readonly report: Realtime }): ReactNode {
  const words = stateWords(report)
  if (words !== undefined) {
    return (
      <Card>
        <EmptyState title={words.short}>{words.why}</EmptyState>
      </Card>
    )
  }
  return (
    <>
      <Stats>
        <Stat label="Here now, in 5 minutes">
          <Counted value={report.active_visitors} />
        </Stat>
        <Stat label={`Pageviews in ${report.window_minutes} minutes`}>
          <Counted value={report.pageviews} />
        </Stat>
      </Stats>
      <Card title="Pageviews, minute by minute">
        <MinuteBars minutes={report.minutes} />
      </Card>
      <div className="grid gap-4 lg:grid-cols-3">
        <Ranked dimension="page" rows={report.pages} title="Pages" />
        <Ranked dimension="source" rows={report.sources} title="Sources" />
        <Ranked dimension="country" rows={report.countries} title="Countries" />
      </div>
    </>
  )
}

function Counted({ value }: { readonly value: number | null }): ReactNode {
  return value === null ? <span className="text-lg text-muted">Withheld</span> : formatCount(value)
}

interface RankedProps {
  readonly title: string
  readonly dimension: Dimension
  readonly rows: Realtime['pages']
}

function Ranked({ title, dimension, rows }: RankedProps): ReactNode {
  return (
    <Card actions={<span className="text-muted text-sm">Visitors</span>} className="min-h-48" title={title}>
      {rows.length === 0 ? (
        <p className="text-muted text-sm">None in the last half hour.</p>
      ) : (
        <div className="-mx-2">
          <Bars
            bars={rows.map(({ key, visitors }) => ({
              key,
              label: keyWord(dimension, key),
              value: visitors,
              shown: formatCount(visitors),
            }))}
          />
        </div>
      )}
    </Card>
  )
}
