import type { Filter, StatsQuery, TrackedEvent } from '@footfall/core-domain'
import type { EventRow } from '@footfall/warehouse'

/** Statistics over rows in plain JavaScript, by the definitions and with nothing of the compiler's. */

export interface NaiveInput {
  readonly rows: readonly EventRow[]
  readonly goals: readonly TrackedEvent[]
  readonly timezone: string
  readonly currency: string
  readonly weekStart: 'monday' | 'sunday'
  readonly query: Pick<StatsQuery, 'metric' | 'from' | 'to' | 'dimension' | 'filters' | 'interval'>
}

export interface NaiveAnswer {
  readonly value: number | null
  readonly series: ReadonlyMap<string, number | null>
  readonly breakdown: ReadonlyMap<string, number>
}

interface Visit {
  readonly rows: EventRow[]
  first: EventRow | undefined
  exit: EventRow | undefined
}

export const instantOf = (row: EventRow) => Date.parse(`${row.ts.replace(' ', 'T')}Z`)

const formats = new Map<string, Intl.DateTimeFormat>()
const known = new Map<string, string>()
function local(timezone: string, ms: number): string {
  const key = `${timezone} ${ms}`
  let text = known.get(key)
  if (text === undefined) {
    const format =
      formats.get(timezone) ??
      new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(timezone, format)
    text = format.format(ms)
    known.set(key, text)
  }
  return text
}

/** A name for the interval that an instant falls in, equal for equal intervals. */
export function intervalName(
  timezone: string,
  weekStart: 'monday' | 'sunday',
  interval: StatsQuery['interval'],
  ms: number,
): string {
  const text = local(timezone, ms)
  const day = text.slice(0, 10)
  if (interval === 'month') return day.slice(0, 7)
  if (interval === 'day') return day
  if (interval === 'week') {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    const back = weekStart === 'sunday' ? weekday : (weekday + 6) % 7
    return new Date(Date.parse(`${day}T00:00:00Z`) - back * 86_400_000).toISOString().slice(0, 10)
  }
  const offset = Date.parse(`${text.replace(' ', 'T')}Z`) - Math.floor(ms / 1000) * 1000
  return `${text.slice(0, 13)} ${offset}`
}

export function naive(input: NaiveInput): NaiveAnswer {
  const { query, timezone, weekStart } = input
  const world = makeWorld(input)
  const inRange = input.rows.filter((row) => {
    const day = intervalName(timezone, weekStart, 'day', instantOf(row))
    return day >= query.from && day <= query.to
  })
  const series = new Map<string, number | null>()
  if (query.interval) {
    const intervals = Map.groupBy(inRange, (row) => intervalName(timezone, weekStart, query.interval, instantOf(row)))
    for (const [name, rows] of intervals) {
      const value = figures(world, input, rows).get('')
      if (value !== undefined) series.set(name, value)
    }
  }
  const breakdown = new Map<string, number>()
  if (query.dimension !== undefined) {
    const keyed = figures(world, input, inRange, (row) => world.keys(row))
    for (const [key, value] of keyed) if (value !== null) breakdown.set(key, value)
  }
  return { value: figures(world, input, inRange).get('') ?? null, series, breakdown }
}

function makeWorld({ rows, goals, query }: NaiveInput) {
  const visits = new Map<string, Visit>()
  for (const row of rows) {
    if (row.visit === '0') continue
    const visit = visits.get(row.visit) ?? { rows: [], first: undefined, exit: undefined }
    visits.set(row.visit, visit)
    visit.rows.push(row)
    if (row.visit_starts === 1) visit.first = row
    if (row.kind === 'pageview' && (!visit.exit || instantOf(row) >= instantOf(visit.exit))) visit.exit = row
  }
  const visitOf = (row: EventRow) => visits.get(row.visit)
  const reaches = (row: EventRow, goal: TrackedEvent) =>
    goal.kind === 'custom'
      ? row.kind === 'custom' && row.name === goal.name
      : row.kind === 'pageview' && (goal.path_pattern === undefined || like(row.path, goal.path_pattern))
  const chosenGoals = goals.filter((goal) =>
    query.filters.filter((filter) => filter.dimension === 'goal').every((filter) => test(goal.name, filter)),
  )
  const value = (row: EventRow, dimension: string): string => {
    if (dimension.startsWith('property:')) return row.props[dimension.slice(9)] ?? ''
    if (dimension === 'page') return row.path
    if (dimension === 'entry_page') return row.entry_path
    if (dimension === 'event') return row.name
    return (row as unknown as Record<string, string>)[dimension] ?? ''
  }
  const aboutVisits = ['visits', 'views_per_visit', 'bounce_rate', 'visit_duration'].includes(query.metric)
  const rowPasses = (row: EventRow, filter: Filter): boolean => {
    const { dimension } = filter
    if (dimension === 'exit_page') {
      const exit = visitOf(row)?.exit
      return exit !== undefined && test(exit.path, filter)
    }
    if (dimension !== 'goal') return test(value(row, dimension), filter)
    const reached = goals.filter((goal) => reaches(row, goal))
    if (filter.operator === 'is_not') return !reached.some((goal) => test(goal.name, { ...filter, operator: 'is' }))
    if (filter.operator === 'not_contains') {
      return !reached.some((goal) => test(goal.name, { ...filter, operator: 'contains' }))
    }
    return reached.some((goal) => test(goal.name, filter))
  }
  const visitPasses = (visit: Visit): boolean => {
    const positive: Filter[] = []
    for (const filter of query.filters) {
      const { dimension } = filter
      const first = visit.first ?? visit.rows[0]
      if (!first) return false
      if (dimension === 'page') {
        if (!test(first.entry_path, filter)) return false
      } else if (dimension === 'goal' || dimension === 'event' || dimension.startsWith('property:')) {
        const denied = { is_not: 'is', not_contains: 'contains' } as const
        const relation = denied[filter.operator as keyof typeof denied]
        if (relation === undefined) positive.push(filter)
        else if (
          visit.rows.some((row) => row.kind !== 'engagement' && rowPasses(row, { ...filter, operator: relation }))
        )
          return false
      } else if (!rowPasses(first, filter)) return false
    }
    if (positive.length === 0) return true
    return visit.rows.some((row) => row.kind !== 'engagement' && positive.every((filter) => rowPasses(row, filter)))
  }
  const keys = (row: EventRow): readonly string[] => {
    const dimension = query.dimension ?? ''
    const visit = visitOf(row)
    if (dimension === 'goal') return chosenGoals.filter((goal) => reaches(row, goal)).map((goal) => goal.name)
    if (dimension === 'exit_page') return [visit?.exit?.path ?? '']
    if (aboutVisits && dimension === 'page') return [row.entry_path]
    if (aboutVisits && dimension === 'hostname') return [visit?.first?.hostname ?? '']
    return [value(row, dimension)]
  }
  const good = new Set(aboutVisits ? [...visits.values()].filter(visitPasses) : [])
  return { visitOf, reaches, chosenGoals, rowPasses, good, keys, aboutVisits }
}
type World = ReturnType<typeof makeWorld>

function figures(
  world: World,
  { query, currency }: NaiveInput,
  rows: readonly EventRow[],
  keysOf?: (row: EventRow) => readonly string[],
): Map<string, number | null> {
  const { metric, filters, dimension } = query
  const key = keysOf ?? (() => [''])
  const answer = new Map<string, number | null>()
  const group = (chosen: readonly EventRow[]) => {
    const groups = new Map<string, EventRow[]>()
    for (const row of chosen) for (const name of key(row)) groups.set(name, [...(groups.get(name) ?? []), row])
    return groups
  }
  const each = (chosen: readonly EventRow[], value: (rows: readonly EventRow[], key: string) => number | null) => {
    for (const [name, members] of group(chosen)) answer.set(name, value(members, name))
  }
  const people = (members: readonly EventRow[]) => new Set(members.map((row) => row.visitor)).size
  const person = (row: EventRow) => row.kind !== 'engagement' && row.visitor !== '0'
  const passes = (row: EventRow, chosen: readonly Filter[] = filters) =>
    chosen.every((filter) => world.rowPasses(row, filter))
  const withoutGoals = filters.filter((filter) => filter.dimension !== 'goal')
  const byGoal = dimension === 'goal' && keysOf !== undefined
  const keep = (row: EventRow) => passes(row, byGoal ? withoutGoals : filters)

  if (world.aboutVisits) {
    const isGood = (row: EventRow) => {
      const visit = world.visitOf(row)
      return visit !== undefined && world.good.has(visit)
    }
    const begun = group(rows.filter((row) => row.visit_starts === 1 && isGood(row)))
    const views = group(rows.filter((row) => row.kind === 'pageview' && isGood(row)))
    for (const [name, starts] of begun) {
      const members = starts.map((row) => world.visitOf(row)?.rows ?? [])
      const bounced = members.filter((visit) => !visit.some((row) => row.unbounce === 1)).length
      const lasted = members.flat().reduce((sum, row) => sum + row.gap_ms, 0)
      if (metric === 'visits') answer.set(name, starts.length)
      if (metric === 'bounce_rate') answer.set(name, bounced / starts.length)
      if (metric === 'visit_duration') answer.set(name, lasted / 1000 / starts.length)
      if (metric === 'views_per_visit') answer.set(name, (views.get(name)?.length ?? 0) / starts.length)
    }
    return answer
  }
  const chosen = rows.filter(keep)
  const converts = (row: EventRow) => world.chosenGoals.some((goal) => world.reaches(row, goal))
  switch (metric) {
    case 'visitors':
      each(chosen.filter(person), people)
      break
    case 'pageviews':
      each(
        chosen.filter((row) => row.kind === 'pageview'),
        (members) => members.length,
      )
      break
    case 'events':
      each(
        chosen.filter((row) => row.kind !== 'engagement'),
        (members) => members.length,
      )
      break
    case 'conversions':
      each(
        rows.filter((row) => passes(row, withoutGoals) && converts(row)),
        (members) => members.length,
      )
      break
    case 'conversion_rate': {
      const about = (filter: Filter) =>
        ['goal', 'event'].includes(filter.dimension) || filter.dimension.startsWith('property:')
      const could = rows.filter(
        (row) =>
          person(row) &&
          passes(
            row,
            filters.filter((filter) => !about(filter)),
          ),
      )
      const did = (row: EventRow) => converts(row) && passes(row, withoutGoals)
      if (byGoal) each(could.filter(did), (members) => people(members) / people(could))
      else each(could, (members) => people(members.filter(did)) / people(members))
      break
    }
    case 'revenue':
      each(
        chosen.filter((row) => row.currency === currency),
        (members) => members.reduce((sum, row) => sum + Math.round(Number(row.revenue) * 10_000), 0) / 10_000,
      )
      break
    case 'time_on_page':
      each(chosen, (members) => {
        const views = members.filter((row) => row.kind === 'pageview').length
        return views === 0 ? null : members.reduce((sum, row) => sum + row.engaged_ms, 0) / 1000 / views
      })
      break
    case 'scroll_depth':
      each(
        chosen.filter((row) => row.scroll > 0),
        (members) => {
          const deepest = new Map<string, number>()
          for (const row of members) {
            const at = `${row.visit} ${row.path}`
            deepest.set(at, Math.max(deepest.get(at) ?? 0, row.scroll))
          }
          return [...deepest.values()].reduce((sum, depth) => sum + depth, 0) / deepest.size / 100
        },
      )
      break
  }
  return answer
}

function test(value: string, { operator, values }: Pick<Filter, 'operator' | 'values'>): boolean {
  switch (operator) {
    case 'is':
      return values.some((other) => other === value)
    case 'is_not':
      return values.every((other) => other !== value)
    case 'contains':
      return values.some((part) => value.includes(part))
    case 'not_contains':
      return values.every((part) => !value.includes(part))
    case 'matches':
      return values.some((glob) => like(value, glob))
  }
}

function like(value: string, glob: string): boolean {
  const source = glob
    .split('*')
    .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${source}$`, 'su').test(value)
}
