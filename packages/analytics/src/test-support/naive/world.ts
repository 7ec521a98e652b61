import {
  DIMENSION_TABLE,
  type Dimension,
  type GoalOfProducts,
  isNamedDimension,
  type TrafficClass,
} from '@footfall/core-domain'
import type { EventRow } from '@footfall/warehouse'
import { hourOf, instantOf, weekdayOf } from './local-time.ts'

/** The rows of one product or of several, and what the products say about them. */
export interface Facts {
  readonly rows: readonly EventRow[]
  readonly goals: readonly GoalOfProducts[]
  readonly timezone: string
  readonly currency: string
}

export interface Visit {
  /** By time, engagement included. */
  readonly rows: readonly EventRow[]
  /** The event with which it began. */
  readonly first: EventRow | undefined
}

/** Rows with the values that each has of every dimension. */
export interface World extends Facts {
  readonly visits: readonly Visit[]
  /** Undefined for rows that no visit is known for. */
  visitOf(row: EventRow): Visit | undefined
  /** One value; of `goal` the names of all goals that the event reached. */
  valuesOf(row: EventRow, dimension: Dimension): readonly string[]
}

/** Engagement is not an event: it continues a visit, and nothing more happened. */
export const isEvent = (row: EventRow) => row.kind !== 'engagement'
export const hasVisitor = (row: EventRow) => isEvent(row) && row.visitor !== '0'

/** The class of a row’s visit; rows from before there were classes are of people. */
export const trafficOfRow = ({ evidence = 0 }: EventRow): TrafficClass => (evidence >= 256 ? 'suspected' : 'human')

export function makeWorld(facts: Facts): World {
  const visits = new Map(
    [...Map.groupBy(facts.rows, (row) => row.visit)]
      .filter(([visit]) => visit !== '0')
      .map(([visit, rows]) => {
        const sorted = rows.toSorted((a, b) => instantOf(a) - instantOf(b))
        return [visit, { rows: sorted, first: sorted.find((row) => row.visit_starts === 1) }] as const
      }),
  )
  const visitOf = (row: EventRow) => visits.get(row.visit)
  const computed = computedValues(facts, visitOf)
  return {
    ...facts,
    visits: [...visits.values()],
    visitOf,
    valuesOf(row, dimension) {
      if (!isNamedDimension(dimension)) return [row.props[dimension.slice('property:'.length)] ?? '']
      const { column } = DIMENSION_TABLE[dimension]
      if (column !== undefined) return [String(Reflect.get(row, column.name) ?? '')]
      const values = computed[dimension]
      if (values === undefined) throw new TypeError(`no values of ${dimension} are known`)
      return values(row)
    },
  }
}

/** The dimensions that no column holds. */
function computedValues({ goals, timezone }: Facts, visitOf: World['visitOf']) {
  const pagesOf = (row: EventRow) => (visitOf(row)?.rows ?? []).filter(({ kind }) => kind === 'pageview')
  /** The pageviews of the visit up to the event, the page of the event included, and those after it. */
  const around = (row: EventRow) => {
    const pages = pagesOf(row)
    const until = pages.filter((page) => page === row || instantOf(page) <= instantOf(row))
    return { until, after: pages.slice(until.length) }
  }
  /** No value for rows of no visit. */
  const sumOfVisit = (row: EventRow, of: (row: EventRow) => number): readonly string[] => {
    const visit = visitOf(row)
    return visit === undefined ? [] : [String(Number(visit.rows.reduce((sum, one) => sum + of(one), 0).toFixed(3)))]
  }
  const values: Readonly<Record<string, (row: EventRow) => readonly string[]>> = {
    exit_page: (row) => [pagesOf(row).at(-1)?.path ?? ''],
    next_page: (row) => [around(row).after[0]?.path ?? '(exit)'],
    previous_page: (row) => [around(row).until.at(-2)?.path ?? '(entry)'],
    bounced: (row) => {
      const visit = visitOf(row)
      return [visit === undefined ? '' : String(visit.rows.every(({ unbounce }) => unbounce === 0))]
    },
    visit_duration: (row) => sumOfVisit(row, ({ gap_ms }) => gap_ms / 1000),
    visit_pageviews: (row) => sumOfVisit(row, ({ kind }) => (kind === 'pageview' ? 1 : 0)),
    visit_events: (row) => sumOfVisit(row, (one) => (isEvent(one) ? 1 : 0)),
    traffic: (row) => [trafficOfRow(row)],
    weekday: (row) => [weekdayOf(timezone, instantOf(row))],
    hour_of_day: (row) => [hourOf(timezone, instantOf(row))],
    product: (row) => [row.product_id],
    goal: (row) => [...new Set(goals.filter((goal) => reaches(row, goal, visitOf(row))).map(({ name }) => name))],
  }
  return values
}

function reaches(row: EventRow, goal: GoalOfProducts, visit: Visit | undefined): boolean {
  if (goal.products?.every((product) => product !== row.product_id)) return false
  const { kind, name, event = name, path_pattern, property, scroll_min, engaged_seconds_min } = goal
  const properties = [...(goal.properties ?? []), ...(property === undefined ? [] : [property])]
  if (row.kind !== kind || properties.some((one) => row.props[one.name] !== one.value)) return false
  if (kind === 'custom') return row.name === event
  const reports = (visit?.rows ?? []).filter((report) => report.kind === 'engagement' && report.path === row.path)
  const deepest = Math.max(0, ...reports.map(({ scroll }) => scroll))
  const engagedMs = reports.reduce((sum, { engaged_ms }) => sum + engaged_ms, 0)
  return (
    (path_pattern === undefined || isLike(row.path, path_pattern)) &&
    deepest >= (scroll_min ?? 0) &&
    engagedMs >= (engaged_seconds_min ?? 0) * 1000
  )
}

/** `*` stands for any run of characters. */
export function isLike(value: string, glob: string): boolean {
  const source = glob
    .split('*')
    .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${source}$`, 'su').test(value)
}
