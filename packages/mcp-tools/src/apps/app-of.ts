import type { Operation } from '@footfall/operations'
import { CHART, FUNNEL, PREVIEW } from './pages.ts'

const OF_READS: ReadonlyMap<string, string> = new Map([
  ['service_analytics_query', CHART.uri],
  ['service_funnels_list', FUNNEL.uri],
])

/** `_meta` of a tool that has a page. A type and no interface, so that it is a record of the protocol. */
export type AppMeta = {
  readonly ui: { readonly resourceUri: string }
  /** The key of hosts from before MCP Apps 2026-01-26. */
  readonly 'ui/resourceUri': string
}

/**
 * The page that shows the answers of a tool: a card for every write, a drawing for some reads. It is named to every client,
 * since a list of the 2025 revisions is asked for without the client's capabilities; others ignore `_meta`.
 */
export function appOf({ kind, name }: Operation): AppMeta | undefined {
  const uri = kind === 'write' ? PREVIEW.uri : OF_READS.get(name)
  return uri === undefined ? undefined : { ui: { resourceUri: uri }, 'ui/resourceUri': uri }
}
