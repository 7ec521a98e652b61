import { lazy, type ReactNode, Suspense } from 'react'
import type { Metric } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { CARDS, type Tab } from '../../statistics/first-question.ts'
import { chosenTab, type OverviewSearch, shownTabs } from '../../statistics/search.ts'
import type { ReportState } from '../../statistics/use-report-state.ts'
import { Loading } from '../../ui/spinner.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { BreakdownRows } from './breakdown-rows.tsx'
import { PropertyRows } from './property-rows.tsx'

const CountryMap = lazy(() => import('./map/country-map.tsx').then(({ CountryMap }) => ({ default: CountryMap })))

interface PanelsProps {
  readonly search: OverviewSearch
  readonly state: ReportState
  /** The metric by which every panel ranks its rows. */
  readonly metric: Metric
  /** Of the metric, under the filters; undefined for an average, while it loads and where it is withheld. */
  readonly total: number | undefined
}

/** The breakdowns. The chosen tabs are in the search parameters. */
export function Panels({ search, state, metric, total }: PanelsProps): ReactNode {
  const content = (tab: Tab): ReactNode => {
    if (tab === 'map') return <LazyMap metric={metric} state={state} />
    if (tab === 'property') return <PropertyRows chosen={search.property} metric={metric} state={state} total={total} />
    return <BreakdownRows dimension={tab} metric={metric} state={state} total={total} />
  }
  return (
    <div className="grid gap-4 lg:grid-cols-2 2xl:grid-cols-3">
      {shownTabs(search).map(({ card, tab }) => (
        <section
          aria-label={t(`breakdowns.card_${card}`)}
          className="flex min-h-56 min-w-0 flex-col lg:min-h-64 rounded-card border bg-surface"
          key={card}
        >
          <Tabs
            label={t(`breakdowns.card_${card}`)}
            onChange={(chosen) => state.change(chosenTab(card, chosen))}
            tabs={CARDS[card].tabs.map((value) => ({ value, label: t(`breakdowns.tab_${value}`) }))}
            value={tab}
          >
            {content(tab)}
          </Tabs>
        </section>
      ))}
    </div>
  )
}

/** Lazy, since the outlines of all countries are large. */
function LazyMap(props: { readonly metric: Metric; readonly state: ReportState }): ReactNode {
  return (
    <Suspense fallback={<Loading lines={8} what={t('breakdowns.tab_map')} />}>
      <CountryMap {...props} />
    </Suspense>
  )
}
