import {
  addDays,
  dateIn,
  dateOfEpochDay,
  daysBetween,
  epochDay,
  InvalidRequest,
  type LocalDate,
  type Report,
  type ReportScope,
  type RetentionQuery,
  type RetentionReport,
  type StatsRow,
} from '@footfall/core-domain'
import { answerStats } from '../answer/stats.ts'
import type { Reader } from '../cache/reader.ts'
import { firstDayOfWeek } from '../calendar/buckets.ts'

type Cohort = RetentionReport['cohorts'][number]
type Week = Cohort['weeks'][number]

const WEEK_DAYS = 7
const WEEKS_MAX = 53

/**
 * Identified visitors by the week in which they were first there, and how many of them came in each week since: visitors
 * by the dimensions `first_seen_week` and `weeks_since_first`, as a table without gaps.
 */
export async function retentionReport(
  reader: Reader,
  scope: ReportScope,
  { filters, ...asked }: RetentionQuery,
): Promise<Report<RetentionReport>> {
  const today = dateIn(scope.timezone, reader.now())
  const weeks = weeksOf(scope, asked)
  const [first] = weeks
  const last = weeks.at(-1)
  if (first === undefined || last === undefined) throw new TypeError('a range has a week')
  if (weeks.length > WEEKS_MAX)
    throw new InvalidRequest([{ path: 'to', message: `must be at most ${WEEKS_MAX} weeks after from` }])
  const { data, meta } = await answerStats(reader, scope, {
    metrics: ['visitors'],
    dimensions: ['first_seen_week', 'weeks_since_first'],
    from: first,
    to: addDays(last, WEEK_DAYS - 1),
    filters,
    limit: weeks.length * weeks.length,
    offset: 0,
  })
  if (!('metric' in data)) throw new TypeError('one metric was asked for')
  const { state, reason, rows = [] } = data
  const cells = new Map(rows.map((row) => [row.keys?.join(' ') ?? '', row]))
  const isKnown = state === 'available' || state === 'withheld'
  const cohorts = isKnown ? weeks.filter((week) => week <= today).map((week) => cohortOf(week, last, today, cells)) : []
  return { data: { interval: 'week', state, reason, cohorts }, meta }
}

function weeksOf({ preferences }: ReportScope, { from, to }: Omit<RetentionQuery, 'filters'>): readonly LocalDate[] {
  const first = firstDayOfWeek(epochDay(from), preferences.week_starts_on)
  const count = Math.floor((epochDay(to) - first) / WEEK_DAYS) + 1
  return Array.from({ length: count }, (_, i) => dateOfEpochDay(first + i * WEEK_DAYS))
}

function cohortOf(week: LocalDate, last: LocalDate, today: LocalDate, cells: ReadonlyMap<string, StatsRow>): Cohort {
  const count = Math.floor(daysBetween(week, last < today ? last : today) / WEEK_DAYS) + 1
  const size = cellOf(cells.get(`${week} 0`))
  const weeks = Array.from({ length: count }, (_, since): Week => {
    const cell = cellOf(cells.get(`${week} ${since}`))
    const share = cell.visitors === null || !size.visitors ? null : cell.visitors / size.visitors
    const complete = daysBetween(week, today) >= (since + 1) * WEEK_DAYS
    return { week: since, ...cell, share, complete }
  })
  return { week, visitors: size.visitors, weeks }
}

/** A week without a row is a true zero. */
function cellOf(row: StatsRow | undefined): Pick<Week, 'visitors' | 'state'> {
  return row ? { visitors: row.value, state: row.state } : { visitors: 0, state: 'available' }
}
