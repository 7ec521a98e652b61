import type { ReactNode } from 'react'
import type { OverviewSearch } from '../../statistics/search.ts'
import type { SpanState } from '../../statistics/use-span.ts'
import { BreakdownPanel, type PanelTab } from './breakdown-panel.tsx'

const PAGES = [
  { value: 'page', label: 'Pages' },
  { value: 'entry_page', label: 'Entry' },
  { value: 'exit_page', label: 'Exit' },
] as const
const SOURCES = [
  { value: 'channel', label: 'Channels' },
  { value: 'source', label: 'Sources' },
  { value: 'referrer', label: 'Referrers' },
] as const
const CAMPAIGNS = [
  { value: 'utm_campaign', label: 'Campaigns' },
  { value: 'utm_source', label: 'Source' },
  { value: 'utm_medium', label: 'Medium' },
  { value: 'utm_content', label: 'Content' },
  { value: 'utm_term', label: 'Term' },
] as const
const PLACES = [
  { value: 'country', label: 'Countries' },
  { value: 'region', label: 'Regions' },
  { value: 'city', label: 'Cities' },
  { value: 'language', label: 'Languages' },
] as const
const DEVICES = [
  { value: 'device', label: 'Devices' },
  { value: 'browser', label: 'Browsers' },
  { value: 'os', label: 'Systems' },
  { value: 'screen_size', label: 'Screens' },
] as const
const GOALS = [
  { value: 'goal', label: 'Goals' },
  { value: 'event', label: 'Events' },
] as const

interface PanelsProps {
  readonly search: OverviewSearch
  readonly state: SpanState
}

/** The breakdowns. The chosen tabs are in the search parameters. */
export function Panels({ search, state }: PanelsProps): ReactNode {
  const panel = <Value extends string>(
    title: string,
    tabs: readonly PanelTab<Value>[],
    value: Value,
    choose: (value: Value) => void,
  ) => <BreakdownPanel onChoose={choose} state={state} tabs={tabs} title={title} value={value} />
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {panel('Pages', PAGES, search.pages ?? 'page', (pages) => state.change({ pages }))}
      {panel('Sources', SOURCES, search.sources ?? 'source', (sources) => state.change({ sources }))}
      {panel('Places', PLACES, search.places ?? 'country', (places) => state.change({ places }))}
      {panel('Devices', DEVICES, search.devices ?? 'device', (devices) => state.change({ devices }))}
      {panel('Campaigns', CAMPAIGNS, search.campaigns ?? 'utm_campaign', (campaigns) => state.change({ campaigns }))}
      {panel('Goals and events', GOALS, search.goals ?? 'goal', (goals) => state.change({ goals }))}
    </div>
  )
}
