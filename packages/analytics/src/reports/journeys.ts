import type {
  FilterCondition,
  JourneyDirection,
  JourneysQuery,
  JourneysReport,
  Report,
  ReportHint,
  ReportScope,
} from '@footfall/core-domain'
import { type Reader, toNumber } from '../cache/reader.ts'
import { withHints } from '../explain/meta.ts'
import { complementsOf } from '../question/complements.ts'
import type { Selection } from '../question/question.ts'
import { type UnderstoodFilters, understoodFilters } from '../question/understood-filters.ts'
import { AVAILABLE, type Stated, WITHHELD } from '../read/states.ts'
import { type Cell, isTooFew, withheldCells } from '../read/suppression.ts'
import {
  type FlowRow,
  flowStatement,
  type Journeys,
  OTHER_PAGES,
  STEPS,
  type TopRow,
  topPagesStatement,
} from '../sql/journeys.ts'
import { importedHints, type RangeContext, rangeContext, stateWithoutEvents } from './context.ts'
import { explainReport } from './explained.ts'
import { selectionOf } from './selection.ts'

/** Pages that each step lists. */
const PAGES_MAX = 10

type Step = NonNullable<JourneysReport['before']>[number]

/** Where visits went from a page and where they came from. */
export async function journeysReport(
  reader: Reader,
  scope: ReportScope,
  query: JourneysQuery,
): Promise<Report<JourneysReport>> {
  const context = rangeContext(reader, scope, query)
  const filters = await understoodFilters(reader, scope, query.filters)
  const { page, directions } = query
  const selection = selectionOf(scope, context.range, filters.tried)
  const wider = complementsOf(scope, filters.tried).map((chosen) => selectionOf(scope, context.range, chosen))
  const flow = context.outside ? [] : await readFlow(context, { selection, page, directions }, wider)
  const seen = flow.find(({ step }) => step === 0)
  const visits = seen ? cellOf(seen) : { value: 0, people: 0 }
  const [{ stated, hints: said }, imported] = await Promise.all([
    stateOf(context, query, visits, filters),
    importedHints(context),
  ])
  const isShown = stated.state === 'available'
  const threshold = scope.preferences.suppression_threshold
  const stepsOf = (direction: JourneyDirection) =>
    directions.includes(direction) ? { [direction]: isShown ? stepsIn(direction, flow, threshold) : [] } : {}
  return {
    data: { page, ...stated, visits: isShown ? visits.value : null, ...stepsOf('before'), ...stepsOf('after') },
    meta: { ...context.meta, ...withHints([...said, ...imported]) },
  }
}

/** Visits, with those that only the same page, step or link without the reader's filters has. */
interface CountedFlow extends FlowRow {
  readonly complements: readonly number[]
}

async function readFlow(
  context: RangeContext,
  journeys: Journeys,
  wider: readonly Selection[],
): Promise<readonly CountedFlow[]> {
  const top = await context.rows<TopRow>(topPagesStatement(journeys, PAGES_MAX))
  if (top.length === 0) return []
  const except = journeys.selection
  const [flow, ...widerRows] = await Promise.all(
    [journeys, ...wider.map((selection) => ({ ...journeys, selection, except }))].map((asked) =>
      context.rows<FlowRow>(flowStatement(asked, top)),
    ),
  )
  const placeOf = ({ direction, step, is_link, nearer, page }: FlowRow) =>
    JSON.stringify([direction, step, is_link, nearer, page])
  const people = widerRows.map((rows) => new Map(rows.map((row) => [placeOf(row), toNumber(row.people)])))
  return (flow ?? []).map((row) => ({ ...row, complements: people.map((of) => of.get(placeOf(row)) ?? 0) }))
}

async function stateOf(
  context: RangeContext,
  query: JourneysQuery,
  visits: Cell & { readonly value: number },
  filters: UnderstoodFilters,
): Promise<{ readonly stated: Stated; readonly hints: readonly ReportHint[] }> {
  const said = (stated: Stated) => ({ stated, hints: [] })
  if (context.outside) return said(context.outside)
  if (isTooFew(visits, context.scope.preferences.suppression_threshold)) return said(WITHHELD)
  const counted = visits.value > 0 ? AVAILABLE : await stateWithoutEvents(context, context.range)
  if (counted.state !== 'available') return said(counted)
  const onPage: FilterCondition = { dimension: 'page', operator: 'is', values: [query.page], scope: 'visit' }
  const asked = { understood: [...filters.understood, onPage], tried: [...filters.tried, onPage] }
  const { stated, hints } = await explainReport(context, query, 'visits', asked, { value: visits.value })
  const own = `filters.${filters.tried.length}`
  return {
    stated: stated ?? counted,
    hints: hints.map((hint) => (hint.filter === own ? { ...hint, filter: 'page' } : hint)),
  }
}

function stepsIn(direction: JourneyDirection, flow: readonly CountedFlow[], threshold: number): Step[] {
  return Array.from({ length: STEPS }, (_, i) => {
    const own = flow.filter((row) => row.direction === direction && row.step === i + 1)
    const rows = shownRows(
      own.filter(({ is_link }) => is_link === 0),
      threshold,
    )
    const links = own.filter(({ is_link }) => is_link === 1)
    return {
      rows: rows.map(({ row, ...shown }) => ({ key: row.page, ...shown })),
      links: shownLinks(links, threshold).map(({ row: { nearer, page }, ...shown }) => ({
        ...(direction === 'after' ? { from: nearer, to: page } : { from: page, to: nearer }),
        ...shown,
      })),
    }
  }).filter(({ rows }) => rows.length > 0)
}

interface ShownFlow extends Pick<Step['rows'][number], 'visits' | 'state'> {
  readonly row: CountedFlow
}

/** The largest first, unlisted pages last. Withheld rows come after the others, in an order that reveals nothing. */
function shownRows(rows: readonly CountedFlow[], threshold: number): readonly ShownFlow[] {
  const withheld = withheldCells(rows.map(cellOf), threshold)
  return ordered(rows.map((row, i) => shownFlow(row, withheld.has(i))))
}

/** A link is also withheld where the other links of either page would reveal it. */
function shownLinks(links: readonly CountedFlow[], threshold: number): readonly ShownFlow[] {
  const withheld = new Set([...withheldIn(links, 'nearer', threshold), ...withheldIn(links, 'page', threshold)])
  return ordered(links.map((row) => shownFlow(row, withheld.has(row))))
}

function withheldIn(links: readonly CountedFlow[], end: 'nearer' | 'page', threshold: number): readonly CountedFlow[] {
  const groups = Map.groupBy(links, (link) => link[end])
  return [...groups.values()].flatMap((group) => {
    const withheld = withheldCells(group.map(cellOf), threshold)
    return group.filter((_, i) => withheld.has(i))
  })
}

function ordered(shown: readonly ShownFlow[]): readonly ShownFlow[] {
  return shown.toSorted(
    (a, b) =>
      Number(a.row.page === OTHER_PAGES) - Number(b.row.page === OTHER_PAGES) ||
      (b.visits ?? -1) - (a.visits ?? -1) ||
      compareText(a.row.page, b.row.page) ||
      compareText(a.row.nearer, b.row.nearer),
  )
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function shownFlow(row: CountedFlow, isWithheld: boolean): ShownFlow {
  return isWithheld
    ? { row, visits: null, state: 'withheld' }
    : { row, visits: toNumber(row.visits), state: 'available' }
}

function cellOf({ visits, people, complements }: CountedFlow) {
  return { value: toNumber(visits), people: toNumber(people), complements }
}
