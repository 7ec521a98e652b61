import {
  type Clock,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  type ProductId,
  type RandomSource,
  SECOND_MS,
  type TimeZone,
} from '@footfall/core-domain'
import {
  array,
  dateTime,
  dateTime64,
  type Engine,
  integer,
  joinSql,
  type Sql,
  sql,
  text,
  uint64,
} from '@footfall/warehouse'
import { type Calendar, calendarOf } from '../calendar/calendar.ts'
import { DAY_LISTS } from '../days/day-lists.ts'
import {
  type ClosingBatch,
  type ClosingDay,
  countKeys,
  INSERTED,
  type KeptLists,
  listsThatPay,
  numberStatements,
} from './closing-statements.ts'
import { countRows } from './day-rows.ts'
import { cutOf, type DayState, dayStates, firstDayOfEvents, isComplete } from './day-states.ts'
import { insertSelected as insert } from './insert-selected.ts'
import { markReturningVisitors } from './returning-visitors.ts'

/** Most visits that began on a day have ended this long after it. */
export const CLOSED_AFTER_MS = HOUR_MS
/** All of them have. */
const LAST_VISIT_AFTER_MS = 48 * HOUR_MS
/** A difference between the tables that lasts this long is none of an insert that is running. */
const DIFFERENCE_AFTER_MS = 10 * MINUTE_MS
/** Replicas that lag further behind are not read. */
const SETTLED_AFTER_MS = 5 * SECOND_MS
/** Numbers are published within this of the instant that their version names, or not at all. */
const PUBLISHED_WITHIN_MS = HOUR_MS
const ROWS_AT_ONCE = 500_000
const DAYS_AT_ONCE = 31

/** What was seen of a day that could not be closed at once. */
export interface SeenDay {
  /** By `event_days`. */
  readonly rows: number
  /** In `events`. */
  readonly counted: number
  readonly atMs: number
}
/** By product and day. A caller that closes days repeatedly passes the same map each time. */
export type SeenDays = Map<string, SeenDay>

export interface CloseDaysOptions {
  readonly product: ProductId
  readonly timezone: TimeZone
  readonly clock: Clock
  readonly random: RandomSource
  readonly seen: SeenDays
  /** How long after its end a day is closed. */
  readonly afterMs?: number
  /** Called where a day is no longer closed although nothing is published. */
  readonly onWithdrawn?: () => void
  /** Closes also days whose numbers are complete. */
  readonly isAnew?: boolean
  /** No statement begins once it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Computes and publishes the numbers of the days of a product that are over and have none, or have others than their
 * rows say. Returns the number of days it published. It may be stopped or killed at any statement, and run by several
 * processes at once: only a day whose rows did not change while it was read is published.
 */
export async function closeDays(engine: Engine, options: CloseDaysOptions): Promise<number> {
  const { product, timezone, clock, signal } = options
  const calendar = calendarOf(timezone)
  const first = await firstDayOfEvents(engine, product)
  if (first === undefined) return 0
  const states = new Map((await dayStates(engine, product)).map((state) => [state.day, state]))
  const nowMs = clock.now()
  const lastMs = nowMs - (options.afterMs ?? CLOSED_AFTER_MS)
  // An import waits for nothing.
  const isAtOnce = options.isAnew === true || options.afterMs === 0
  const due: DayState[] = []
  for (let day = first; (day + 1) * DAY_MS <= lastMs; day++) {
    const state = states.get(day) ?? { day, rows: undefined, closed: undefined, isNamed: false }
    if (isDue(state, calendar, options.isAnew === true) && (isAtOnce || !isTooSoon(state, nowMs))) due.push(state)
  }
  let published = 0
  for (const days of batchesOf(due, calendar)) {
    if (signal?.aborted) break
    published += await closeBatch(engine, options, calendar, days)
  }
  return published
}

function isDue(state: DayState, calendar: Calendar, isAnew: boolean): boolean {
  if (state.isNamed) return false
  return isAnew || !isComplete(state) || state.closed?.cutMs !== cutOf(calendar, state.day)
}

/**
 * Visits may last for hours, and each of their events takes its day back. Such a day is closed again when twice as much time
 * has passed since its end as when it was closed, so that it is closed at most seven times until all of its visits have ended.
 */
function isTooSoon(state: DayState, nowMs: number): boolean {
  const { day, closed } = state
  if (closed === undefined || closed.rows < 0 || isComplete(state)) return false
  const endMs = (day + 1) * DAY_MS
  const closedAfterMs = versionMs(closed.version) - endMs
  return nowMs - endMs < Math.min(2 * closedAfterMs, LAST_VISIT_AFTER_MS)
}

/** Days with the same cut, which one statement can read, of so few rows that it ends soon. */
function batchesOf(due: readonly DayState[], calendar: Calendar): readonly (readonly DayState[])[] {
  const batches: DayState[][] = []
  let rows = 0
  for (const state of due) {
    const batch = batches.at(-1)
    const [begin] = batch ?? []
    rows += state.rows ?? 0
    const fits =
      begin !== undefined &&
      rows <= ROWS_AT_ONCE &&
      state.day - begin.day < DAYS_AT_ONCE &&
      cutAfter(calendar, state.day) === cutAfter(calendar, begin.day)
    if (fits) batch?.push(state)
    else {
      batches.push([state])
      rows = state.rows ?? 0
    }
  }
  return batches
}

function cutAfter(calendar: Calendar, day: number): number {
  return cutOf(calendar, day) - day * DAY_MS
}

async function closeBatch(
  engine: Engine,
  options: CloseDaysOptions,
  calendar: Calendar,
  states: readonly DayState[],
): Promise<number> {
  const { product, clock, random, signal } = options
  const [begin] = states
  if (begin === undefined) return 0
  const version = newVersion(clock, random, states)
  const before = await readDays(engine, product, states)
  const ready = before.filter((day) => isReady(options, engine, day))
  await repair(engine, options, version, before)
  if (ready.length === 0) return 0
  const days = ready.map(({ day, counted, suspected, lastMs }) => ({
    day,
    rows: counted,
    suspected,
    lastMs: lastMs ?? day * DAY_MS,
  }))
  const batch: ClosingBatch = { product, calendar, days, cutAfterMs: cutAfter(calendar, begin.day), version }
  const filled = days.filter(({ rows }) => rows > 0)
  const kept = filled.length > 0 ? await listsToKeep(engine, { ...batch, days: filled }) : new Map()
  for (const numbers of filled.length > 0 ? numberStatements({ ...batch, days: filled }, kept) : []) {
    if (signal?.aborted) return 0
    await insert(engine, 'day_figures', INSERTED, numbers)
  }
  if (signal?.aborted) return 0
  const after = new Map((await readDays(engine, product, states)).map((day) => [day.day, day]))
  const unchanged = days.filter(({ day, rows, suspected }) => {
    const now = after.get(day)
    return now?.rows === rows && now.counted === rows && now.suspected === suspected
  })
  const published = await publish(engine, clock, batch, kept, unchanged, states)
  // Nothing is kept of days that are closed, however many products there are.
  if (published > 0) for (const { day } of unchanged) options.seen.delete(keyOf(product, day))
  return published
}

/**
 * Seconds since the epoch in the upper 32 bits, and 32 random bits, so that two processes that close a day at once never
 * write numbers under one version. Higher than what is published, also when the clock was set back.
 */
function newVersion(clock: Clock, random: RandomSource, states: readonly DayState[]): string {
  const seconds = BigInt(Math.floor(clock.now() / SECOND_MS))
  const drawn = BigInt(Buffer.from(random.bytes(4)).readUInt32BE())
  const fromClock = (seconds << RANDOM_BITS) + drawn
  const published = states.reduce((highest, { closed }) => {
    const version = BigInt(closed?.version ?? 0)
    return version > highest ? version : highest
  }, 0n)
  return String(fromClock > published ? fromClock : published + 1n + drawn)
}

const RANDOM_BITS = 32n
/** Versions of before were milliseconds and three digits, which stay below this until the year 11,000. */
const LOWEST_VERSION = 1n << 58n

/** The instant that a version names. */
export function versionMs(version: string): number {
  const value = BigInt(version)
  return value < LOWEST_VERSION ? Number(value / 1000n) : Number(value >> RANDOM_BITS) * SECOND_MS
}

interface ReadDay extends Omit<SeenDay, 'atMs'> {
  readonly day: number
  /** Rows of suspected automation in `events`. */
  readonly suspected: number
  readonly lastMs: number | undefined
}

/** The rows of each day by both tables. */
async function readDays(engine: Engine, product: ProductId, states: readonly DayState[]): Promise<readonly ReadDay[]> {
  const days = states.map(({ day }) => day)
  // Before the rows are counted: a row that comes between makes them differ, or changes the sum for good.
  const sums = await engine.rows<{ of_day: number; rows_now: string }>(
    sql`SELECT toUInt32(day) AS of_day, sum(rows) AS rows_now FROM event_days
WHERE product_id = ${text(product)} AND toUInt32(day) IN (${joinSql(days.map(integer), ', ')}) GROUP BY day`.text,
    { purpose: 'maintenance' },
  )
  const counts = await engine.rows<{ of_day: number; counted: string; suspected: string; last_ms: string }>(
    countRows(product, days).text,
    {
      purpose: 'maintenance',
    },
  )
  const rows = new Map(sums.map((row) => [row.of_day, Number(row.rows_now)]))
  const counted = new Map(counts.map((row) => [row.of_day, row]))
  return days.map((day) => {
    const found = counted.get(day)
    return {
      day,
      rows: rows.get(day) ?? 0,
      counted: Number(found?.counted ?? 0),
      suspected: Number(found?.suspected ?? 0),
      lastMs: found && Number(found.last_ms),
    }
  })
}

/** On a cluster, replicas may answer of a moment ago, so a day must have looked the same before. */
function isReady({ product, clock, seen }: CloseDaysOptions, { cluster }: Engine, read: ReadDay): boolean {
  if (read.rows !== read.counted) return false
  if (cluster === undefined || read.counted === 0) return true
  const key = keyOf(product, read.day)
  const earlier = seen.get(key)
  if (earlier === undefined || earlier.rows !== read.rows || earlier.counted !== read.counted) {
    seen.set(key, { rows: read.rows, counted: read.counted, atMs: clock.now() })
    return false
  }
  return clock.now() - earlier.atMs >= SETTLED_AFTER_MS
}

function keyOf(product: ProductId, day: number): string {
  return `${product} ${day}`
}

/**
 * Corrects `event_days` where it lacks rows of `events`: those from before it was there, and those of an insert that
 * was cut off. An insert that is running differs too, so a difference must have lasted.
 */
async function repair(
  engine: Engine,
  { product, clock, seen, onWithdrawn }: CloseDaysOptions,
  version: string,
  read: readonly ReadDay[],
): Promise<void> {
  const lasting: ReadDay[] = []
  for (const day of read) {
    const key = keyOf(product, day.day)
    const earlier = seen.get(key)
    if (day.rows === day.counted) {
      if (engine.cluster === undefined) seen.delete(key)
    } else if (earlier?.rows !== day.rows || earlier.counted !== day.counted) {
      seen.set(key, { rows: day.rows, counted: day.counted, atMs: clock.now() })
    } else if (clock.now() - earlier.atMs >= DIFFERENCE_AFTER_MS) lasting.push(day)
  }
  if (lasting.length === 0) return
  if (lasting.some(({ counted, rows }) => counted > rows)) await markReturningVisitors(engine, product)
  // The corrected sum may be that of an earlier publication, of other rows.
  const withdrawn = lasting.map(({ day }) =>
    closedDay(product, version, { day, rows: -1, suspected: 0, lastMs: day * DAY_MS }, day * DAY_MS, []),
  )
  await insert(engine, 'closed_days', CLOSED_COLUMNS, joinSql(withdrawn, '\nUNION ALL\n'))
  const missing = lasting.map(({ day, rows, counted }) => eventDay(product, day, counted - rows))
  await insert(engine, 'event_days', EVENT_DAY_COLUMNS, joinSql(missing, '\nUNION ALL\n'))
  onWithdrawn?.()
}

async function publish(
  engine: Engine,
  clock: Clock,
  batch: ClosingBatch,
  kept: KeptLists,
  unchanged: readonly ClosingDay[],
  states: readonly DayState[],
): Promise<number> {
  const { product, version, cutAfterMs } = batch
  if (unchanged.length === 0 || clock.now() - versionMs(version) >= PUBLISHED_WITHIN_MS) return 0
  const uncounted = new Set(states.filter(({ rows }) => rows === undefined).map(({ day }) => day))
  const empty = unchanged.filter(({ day, rows }) => rows === 0 && uncounted.has(day))
  if (empty.length > 0) {
    // A day is found by its sum, so one without rows needs a sum too.
    const zeros = empty.map(({ day }) => eventDay(product, day, 0))
    await insert(engine, 'event_days', EVENT_DAY_COLUMNS, joinSql(zeros, '\nUNION ALL\n'))
  }
  const rows = unchanged.map((day) =>
    closedDay(
      product,
      version,
      day,
      day.day * DAY_MS + cutAfterMs,
      day.rows === 0 ? ALL_LISTS : [...(kept.get(day.day) ?? [])],
    ),
  )
  await insert(engine, 'closed_days', CLOSED_COLUMNS, joinSql(rows, '\nUNION ALL\n'))
  return unchanged.length
}

const ALL_LISTS = DAY_LISTS.map(({ name }) => name)

async function listsToKeep(engine: Engine, batch: ClosingBatch): Promise<KeptLists> {
  const found = await engine.rows<{ of_day: number; keys: readonly string[] }>(countKeys(batch).text, {
    purpose: 'maintenance',
  })
  const keys = new Map(found.map((row) => [row.of_day, row.keys.map(Number)]))
  return new Map(batch.days.map(({ day, rows }) => [day, listsThatPay(rows, keys.get(day) ?? [])]))
}

const EVENT_DAY_COLUMNS = sql`product_id, day, rows`
const CLOSED_COLUMNS = sql`product_id, day, version, rows, cut, last_at, dimensions`

function eventDay(product: ProductId, day: number, rows: number): Sql {
  return sql`SELECT ${text(product)}, toDate(toUInt16(${integer(day)})), toInt64(${integer(rows)})`
}

function closedDay(
  product: ProductId,
  version: string,
  { day, rows, lastMs }: ClosingDay,
  cutMs: number,
  lists: readonly string[],
): Sql {
  return sql`SELECT ${text(product)}, toDate(toUInt16(${integer(day)})), ${uint64(version)}, toInt64(${integer(rows)}),
  ${dateTime(cutMs)}, ${dateTime64(lastMs)}, ${array(lists.map(text), 'String')}`
}
