import type { FunnelResult } from '@footfall/core-domain'
import { toNumber } from '../cache/reader.ts'
import { isTooFew, withheldCells } from '../read/suppression.ts'
import { type WayKind, type WayRow, waysStatement } from '../sql/funnel-ways.ts'
import { FUNNELS_PER_STATEMENT, type StepConditions, type StepRows } from '../sql/funnels.ts'
import type { RangeContext } from './context.ts'

/** The values by which drop-offs are broken down. */
const KEYS_MAX = 5

/** What was read of the ways through one funnel. */
export type Ways = readonly WayRow[]

type DroppedOff = NonNullable<FunnelResult['steps'][number]['dropped_off']>

/** The ways through each of the funnels. */
export async function readWays(
  context: RangeContext,
  funnels: readonly StepConditions[],
  rows: StepRows,
): Promise<readonly Ways[]> {
  const { range, scope } = context
  const asked = { product: scope.product, range: range.kept, limit: KEYS_MAX }
  const ways: Ways[] = []
  for (let i = 0; i < funnels.length; i += FUNNELS_PER_STATEMENT) {
    const batch = funnels.slice(i, i + FUNNELS_PER_STATEMENT)
    const read = await context.rows<WayRow>(waysStatement(batch, rows, asked))
    ways.push(...batch.map((_, f) => read.filter(({ funnel }) => funnel === f)))
  }
  return ways
}

/** Median of the seconds from the step before; null where nobody took it or it is withheld. `step` counts from 0. */
export function secondsTo(step: number, visitors: number | null, ways: Ways): number | null {
  if (visitors === null) return null
  return ofStep(ways, 'gap', step)[0]?.seconds ?? null
}

/** Who reached a step and not the next one. Nothing is shown where the number of either is withheld, or they are too few themselves. */
export function droppedOff(
  step: number,
  shown: readonly (number | null)[],
  ways: Ways,
  threshold: number,
): DroppedOff | undefined {
  const [reached, next] = [shown[step], shown[step + 1]]
  if (reached === undefined || next === undefined) return undefined
  if (reached === null || next === null) return WITHHELD
  const visitors = reached - next
  if (isTooFew({ people: visitors, value: visitors }, threshold)) return WITHHELD
  const by = (kind: WayKind) => shownRows(ofStep(ways, kind, step), visitors, threshold)
  return { visitors, sources: by('source'), next_pages: by('next_page') }
}

const NOTHING_SHOWN: DroppedOff['sources'] = { rows: [], other: null }
const WITHHELD: DroppedOff = { visitors: null, sources: NOTHING_SHOWN, next_pages: NOTHING_SHOWN }

function shownRows(rows: Ways, all: number, threshold: number): DroppedOff['sources'] {
  const counts = rows.map(({ visitors }) => toNumber(visitors))
  const other = all - counts.reduce((sum, count) => sum + count, 0)
  const withheld = withheldCells(
    [...counts, other].map((count) => ({ value: count, people: count })),
    threshold,
  )
  const shown = rows.map(({ way_key: key }, i) => ({ key, visitors: withheld.has(i) ? null : (counts[i] ?? null) }))
  const withoutNumber = shown.filter(({ visitors }) => visitors === null).sort((a, b) => (a.key < b.key ? -1 : 1))
  return {
    // An order by number would reveal what is withheld.
    rows: [...shown.filter(({ visitors }) => visitors !== null), ...withoutNumber],
    other: withheld.has(counts.length) ? null : other,
  }
}

function ofStep(ways: Ways, kind: WayKind, step: number): Ways {
  return ways.filter((row) => row.kind === kind && row.step === step + 1)
}
