import { DAY_MS, type InstantRange } from '@footfall/core-domain'
import type { DayPart } from '@footfall/warehouse'
import type { Bucket } from '../calendar/buckets.ts'
import { type RowsOfDays, VISIT_MS_MAX } from '../calendar/date-range.ts'
import type { ClosedDay } from '../days/closed-days.ts'
import type { KnownDays } from '../days/known-days.ts'

/** A part of a closed day that counts in a period, or in one interval of it. */
export interface UsedDay {
  readonly closed: ClosedDay
  readonly part: 'whole' | DayPart
  /** The key of the interval; undefined without intervals. */
  readonly bucket: number | undefined
}

/** Which days are read from their numbers, and which from their rows. Together they are all that a period needs. */
export interface DaysRead {
  readonly used: readonly UsedDay[]
  /** Read from the rows of `events`. */
  readonly raw: readonly RowsOfDays[]
}

/** All days of a period from their rows. */
export function rowsRead({ firstDay }: KnownDays, range: InstantRange): DaysRead {
  if (firstDay === undefined || firstDay * DAY_MS >= range.endMs) return { used: [], raw: [] }
  const days = { startMs: firstDay * DAY_MS, endMs: Math.ceil(range.endMs / DAY_MS) * DAY_MS }
  return { used: [], raw: [{ days, counted: { startMs: range.startMs, endMs: range.endMs }, endedMs: undefined }] }
}

interface DaysAsked {
  readonly range: InstantRange
  /** The intervals that cover the period; undefined without. */
  readonly buckets: readonly Bucket[] | undefined
  /** The name of the list of dimensions by which days must be kept; undefined where every closed day counts. */
  readonly list: string | undefined
  /** Set where visits are counted by their events: then an event counts that came until two days after the period. */
  readonly bySeen: boolean
}

/** Undefined where no number of a closed day can be used. */
export function daysRead(
  { firstDay, closed }: Pick<KnownDays, 'firstDay' | 'closed'>,
  asked: DaysAsked,
): DaysRead | undefined {
  if (firstDay === undefined || closed.length === 0) return undefined
  const buckets = asked.buckets ?? [{ ...asked.range, key: undefined }]
  const byDay = new Map(closed.map((day) => [day.day, day]))
  const used: UsedDay[] = []
  const raw: RowsOfDays[] = []
  for (let day = firstDay; day * DAY_MS < asked.range.endMs; day++) {
    const known = byDay.get(day)
    if (known !== undefined && known.lastMs < asked.range.startMs) continue
    const read = readDay(day, known, buckets, asked)
    used.push(...read.used)
    if (read.rawFromMs !== undefined) addRaw(raw, day, known, { ...asked.range, startMs: read.rawFromMs })
  }
  return used.length > 0 ? { used, raw } : undefined
}

type Interval = InstantRange & { readonly key: number | undefined }

/** From the first interval on whose part of the day is not kept, rows are read. */
function readDay(
  day: number,
  closed: ClosedDay | undefined,
  intervals: readonly Interval[],
  { list, bySeen }: DaysAsked,
): { readonly used: readonly UsedDay[]; readonly rawFromMs: number | undefined } {
  const used: UsedDay[] = []
  for (const interval of intervals) {
    if (interval.endMs <= day * DAY_MS) continue
    if (closed !== undefined && closed.lastMs < interval.startMs) break
    const isKept = closed !== undefined && (list === undefined || closed.lists.has(list))
    const part = isKept ? partIn(closed, interval, bySeen) : undefined
    if (closed === undefined || part === undefined) return { used, rawFromMs: interval.startMs }
    used.push({ closed, part, bucket: interval.key })
  }
  return { used, rawFromMs: undefined }
}

/** Which part of a day that has rows in a period makes up all of them; undefined where none does. */
function partIn(
  { day, lastMs, cutMs }: ClosedDay,
  { startMs, endMs }: InstantRange,
  bySeen: boolean,
): UsedDay['part'] | undefined {
  const beginsInside = day * DAY_MS >= startMs
  if (lastMs < endMs) return beginsInside ? 'whole' : startMs === cutMs ? 'after' : undefined
  const isSeenInTime = !bySeen || lastMs < endMs + VISIT_MS_MAX
  return beginsInside && endMs === cutMs && isSeenInTime ? 'before' : undefined
}

/** Days that follow each other are read together. */
function addRaw(raw: RowsOfDays[], day: number, closed: ClosedDay | undefined, counted: InstantRange): void {
  const days = { startMs: day * DAY_MS, endMs: (day + 1) * DAY_MS }
  const endedMs = closed && closed.lastMs + 1
  const before = raw.at(-1)
  if (before?.days.endMs !== days.startMs || before.counted.startMs !== counted.startMs) {
    raw.push({ days, counted, endedMs })
    return
  }
  raw[raw.length - 1] = {
    days: { startMs: before.days.startMs, endMs: days.endMs },
    counted,
    endedMs: before.endedMs === undefined || endedMs === undefined ? undefined : Math.max(before.endedMs, endedMs),
  }
}
