import { lazy, type ReactNode, Suspense } from 'react'
import { t } from '../../messages/messages.ts'
import type { Dimension } from '../../statistics/dimensions.ts'
import { FIRST_TABS } from '../../statistics/first-question.ts'
import type { OverviewSearch } from '../../statistics/search.ts'
import type { SpanState } from '../../statistics/use-span.ts'
import { Loading } from '../../ui/spinner.tsx'
import { BreakdownPanel, BreakdownRows, type PanelTab } from './breakdown-panel.tsx'
import { PropertyRows } from './property-rows.tsx'

const CountryMap = lazy(() => import('./map/country-map.tsx').then(({ CountryMap }) => ({ default: CountryMap })))

const PAGES = [
  { value: 'page', label: t('breakdowns.pages') },
  { value: 'title', label: t('breakdowns.titles') },
  { value: 'entry_page', label: t('breakdowns.entry_pages') },
  { value: 'exit_page', label: t('breakdowns.exit_pages') },
] as const
const SOURCES = [
  { value: 'channel', label: t('breakdowns.channels') },
  { value: 'source', label: t('breakdowns.sources') },
  { value: 'referrer', label: t('breakdowns.referrers') },
] as const
const CAMPAIGNS = [
  { value: 'utm_campaign', label: t('breakdowns.campaigns') },
  { value: 'utm_source', label: t('breakdowns.utm_sources') },
  { value: 'utm_medium', label: t('breakdowns.utm_media') },
  { value: 'utm_content', label: t('breakdowns.utm_contents') },
  { value: 'utm_term', label: t('breakdowns.utm_terms') },
] as const
const PLACES = [
  { value: 'country', label: t('breakdowns.countries') },
  { value: 'map', label: t('breakdowns.map') },
  { value: 'region', label: t('breakdowns.regions') },
  { value: 'city', label: t('breakdowns.cities') },
  { value: 'language', label: t('breakdowns.languages') },
] as const
const DEVICES = [
  { value: 'device', label: t('breakdowns.devices') },
  { value: 'browser', label: t('breakdowns.browsers') },
  { value: 'os', label: t('breakdowns.systems') },
  { value: 'screen_size', label: t('breakdowns.screens') },
] as const
const GOALS = [
  { value: 'goal', label: t('breakdowns.goals') },
  { value: 'event', label: t('breakdowns.events') },
  { value: 'property', label: t('breakdowns.properties') },
] as const

interface PanelsProps {
  readonly search: OverviewSearch
  readonly state: SpanState
  /** All visitors under the filters; undefined while they load and where they are withheld. */
  readonly total: number | undefined
}

/** The breakdowns. The chosen tabs are in the search parameters. */
export function Panels({ search, state, total }: PanelsProps): ReactNode {
  const rows = (dimension: Dimension) => <BreakdownRows dimension={dimension} state={state} total={total} />
  const panel = <Value extends string>(
    title: string,
    tabs: readonly PanelTab<Value>[],
    { value, choose, content }: PanelContent<Value>,
  ) => (
    <BreakdownPanel onChoose={choose} tabs={tabs} title={title} value={value}>
      {content}
    </BreakdownPanel>
  )
  const { pages = FIRST_TABS.pages, sources = FIRST_TABS.sources, places = FIRST_TABS.places } = search
  const { devices = FIRST_TABS.devices, campaigns = FIRST_TABS.campaigns, goals = FIRST_TABS.goals } = search
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {panel(t('breakdowns.pages'), PAGES, {
        value: pages,
        choose: (pages) => state.change({ pages }),
        content: rows(pages),
      })}
      {panel(t('breakdowns.sources'), SOURCES, {
        value: sources,
        choose: (sources) => state.change({ sources }),
        content: rows(sources),
      })}
      {panel(t('breakdowns.places'), PLACES, {
        value: places,
        choose: (places) => state.change({ places }),
        content: places === 'map' ? <LazyMap state={state} /> : rows(places),
      })}
      {panel(t('breakdowns.devices'), DEVICES, {
        value: devices,
        choose: (devices) => state.change({ devices }),
        content: rows(devices),
      })}
      {panel(t('breakdowns.campaigns'), CAMPAIGNS, {
        value: campaigns,
        choose: (campaigns) => state.change({ campaigns }),
        content: rows(campaigns),
      })}
      {panel(t('breakdowns.goals_and_events'), GOALS, {
        value: goals,
        choose: (goals) => state.change({ goals }),
        content:
          goals === 'property' ? <PropertyRows chosen={search.property} state={state} total={total} /> : rows(goals),
      })}
    </div>
  )
}

interface PanelContent<Value extends string> {
  readonly value: Value
  readonly choose: (value: Value) => void
  readonly content: ReactNode
}

/** The outlines of all countries are loaded when somebody looks at the map. */
function LazyMap({ state }: { readonly state: SpanState }): ReactNode {
  return (
    <Suspense fallback={<Loading lines={8} what={t('breakdowns.map')} />}>
      <CountryMap state={state} />
    </Suspense>
  )
}
