import type { Exposed } from '@footfall/kernel'
import type { AppMeta } from '../services.ts'
import { CHART, FUNNEL, PREVIEW } from './pages.ts'

const OF_READS: ReadonlyMap<string, string> = new Map([
  ['service_analytics_query', CHART.uri],
  ['service_funnels_list', FUNNEL.uri],
])

/**
 * The page that shows the answers of a tool: a card for every write, a drawing for some reads. It is named to every client,
 * since a list of the 2025 revisions is asked for without the client's capabilities; others ignore `_meta`.
 */
export function appOf({ kind, name }: Pick<Exposed, 'kind' | 'name'>): AppMeta | undefined {
  const uri = kind === 'write' ? PREVIEW.uri : OF_READS.get(name)
  return uri === undefined ? undefined : { ui: { resourceUri: uri }, 'ui/resourceUri': uri }
}
