import { hash } from 'node:crypto'
import {
  DAY_MS,
  type Dimension,
  type ImportedDay,
  InvalidRequest,
  type LocalDate,
  MINUTE_MS,
  type TimeZone,
  utcDate,
} from '@footfall/core-domain'
import { createIdTable, type IdHash } from '../collector/id-table.ts'
import { cacheByText } from '../enrich/text-cache.ts'
import { checkEvent } from '../import/check-event.ts'
import { type TooOldCounts, tooOldCounts } from '../import/too-old.ts'
import type { Place } from './files/place.ts'
import { leftOutCounts } from './left-out.ts'
import { numberTable } from './number-table.ts'
import type { ExportedDay, ExportedEvent, ExportSink } from './reading.ts'

/** The data of earlier imports of the product. */
export interface EarlierImports {
  /** The dimensions of a day, the whole product being ''. */
  hasDay(day: LocalDate, dimension: Dimension | ''): boolean
  /** The ids of the events of a UTC day in pieces, each id as sixteen hexadecimal digits. */
  eventIds(day: LocalDate): AsyncIterable<readonly string[]>
}

/** An event that came in, as a line of JSON for `importEvents`. */
export interface CollectedEvent {
  readonly json: string
  readonly day: LocalDate
  /** Sixteen hexadecimal digits. */
  readonly id: string
}

export interface CollectionOptions {
  readonly zone: TimeZone
  readonly hostname: string
  /** The site to take, if the caller named one. */
  readonly site: string | undefined
  readonly nowMs: number
  /** The first day that the product keeps. */
  readonly keptFrom: LocalDate
  readonly earlier: EarlierImports
  /** Of the table of ids, `PLACE_SECRET_BYTES` long. */
  readonly secret: Uint8Array
  readonly write: (events: readonly CollectedEvent[]) => Promise<void>
}

const AHEAD_MAX_MS = 5 * MINUTE_MS

/** Collects the output of readers: days in memory, events by `write`. */
export function collection(options: CollectionOptions) {
  const leftOut = leftOutCounts()
  const sites = siteChoice(options.site)
  const tooOld = tooOldCounts(options.zone, options.keptFrom)
  const days = dailyNumbers(options, leftOut.add, tooOld)
  const events = eventStream(options, leftOut.add, tooOld)
  const sink: ExportSink = {
    zone: options.zone,
    hostname: options.hostname,
    takesSite: sites.takes,
    event: events.add,
    day: days.add,
    leftOut: leftOut.add,
    flush: events.flush,
  }
  return { sink, sites, days, events, leftOut, tooOld }
}

/** More than any installation has; each name is kept in memory. */
const SITES_MAX = 100_000
const NAMED_SITES_MAX = 100

/** One site is taken without asking; of several, the one that was chosen. */
function siteChoice(chosen: string | undefined) {
  const labels = new Map<string, string>()
  const takes = (site: string, names: readonly string[] = [site]): boolean => {
    if (!labels.has(site)) {
      if (labels.size >= SITES_MAX)
        throw new InvalidRequest([{ path: 'file', message: `has more than ${SITES_MAX.toLocaleString('en')} sites` }])
      labels.set(site, names[0] ?? site)
    }
    return chosen === undefined || chosen === site || names.includes(chosen)
  }
  let last: { readonly site: string; readonly taken: boolean } | undefined
  const taken = new Set<string>()
  const listed = () => {
    const known = [...labels.values()].toSorted()
    const more = known.length - NAMED_SITES_MAX
    return known.slice(0, NAMED_SITES_MAX).join(', ') + (more > 0 ? ` and ${more.toLocaleString('en')} more` : '')
  }
  return {
    takes(site: string, names?: readonly string[]): boolean {
      if (last?.site === site) return last.taken
      last = { site, taken: takes(site, names) }
      if (last.taken) taken.add(site)
      return last.taken
    },
    /** The site that was taken. Throws where that is not clear. */
    one(): string | null {
      if (taken.size === 0 && chosen !== undefined && labels.size > 0)
        throw new InvalidRequest([{ path: 'site', message: `is not in the file; it has ${listed()}` }])
      if (taken.size > 1)
        throw new InvalidRequest([{ path: 'site', message: `is required: the file has several sites, ${listed()}` }])
      const [only = ''] = taken
      return labels.get(only) || null
    },
  }
}

type LeaveOut = (what: string, place: Place) => void

interface DayLines {
  readonly day: LocalDate
  readonly dimension: Dimension | undefined
  readonly report: string
  /** Why none of them is taken. */
  readonly rejected: string | undefined
  /** The line of each key in the table of numbers. */
  readonly byKey: Map<string, number>
}

/** Of the keys of lines that come again, such as a page on the next day. */
const SHARED_TEXT_BYTES_MAX = 16 * 1024 ** 2

function dailyNumbers({ earlier, nowMs }: CollectionOptions, leaveOut: LeaveOut, tooOld: TooOldCounts) {
  const dimensions = new Map<Dimension | '', Map<LocalDate, DayLines>>()
  // Tomorrow has begun in some zones.
  const last = utcDate(nowMs + DAY_MS)
  const table = numberTable()
  /** A part of a file would keep the file in memory, and each day would have its own. */
  const shared = cacheByText(SHARED_TEXT_BYTES_MAX, (key) => key)
  /** The keys of lines that have another number of them than one. */
  const keysOfLine = new Map<number, readonly string[]>()
  let count = 0

  const begin = ({ report, day, dimension }: ExportedDay): DayLines => {
    const isEarlier = earlier.hasDay(day, dimension ?? '')
    const rejected =
      day > last ? 'rows of days to come' : isEarlier ? 'rows of days that were imported before' : undefined
    return { day, dimension, report, rejected, byKey: new Map() }
  }
  const linesOf = (exported: ExportedDay): DayLines => {
    const name = exported.dimension ?? ''
    const days = dimensions.get(name) ?? new Map<LocalDate, DayLines>()
    if (days.size === 0) dimensions.set(name, days)
    const found = days.get(exported.day) ?? begin(exported)
    if (found.byKey.size === 0) days.set(exported.day, found)
    return found
  }

  return {
    /** Of several reports about a dimension on a day, the first is taken. */
    add(exported: ExportedDay, place: Place): void {
      const lines = linesOf(exported)
      const isOther = lines.report !== exported.report
      const why = lines.rejected ?? (isOther ? 'rows of days that another report of the export has too' : undefined)
      if (why !== undefined) {
        leaveOut(why, place)
        return
      }
      const { keys, numbers } = exported
      const [first = ''] = keys
      const key = keys.length > 1 ? keys.join('\0') : first
      const line = lines.byKey.get(key)
      if (line === undefined) {
        const added = table.add(numbers)
        lines.byKey.set(shared(key), added)
        if (keys.length !== 1) keysOfLine.set(added, keys)
        tooOld.day(lines.day)
        count++
      } else table.addTo(line, numbers)
    },
    count: () => count,
    *all(): Generator<ImportedDay> {
      for (const days of dimensions.values()) {
        for (const { day, dimension, byKey } of days.values()) {
          for (const [key, line] of byKey)
            yield { day, dimension, keys: keysOfLine.get(line) ?? [key], numbers: table.of(line) }
        }
      }
    },
    /** First and last day; undefined without any. */
    range(): { readonly from: LocalDate; readonly to: LocalDate } | undefined {
      const lists = [...dimensions.values()].flatMap((days) => [...days.values()])
      const days = lists.flatMap(({ day, byKey }) => (byKey.size === 0 ? [] : [day])).toSorted()
      const [from] = days
      const to = days.at(-1)
      return from === undefined || to === undefined ? undefined : { from, to }
    },
  }
}

interface WaitingEvent {
  readonly event: CollectedEvent
  readonly atMs: number
  readonly place: Place
}

function eventStream({ earlier, nowMs, secret, write }: CollectionOptions, leaveOut: LeaveOut, tooOld: TooOldCounts) {
  const ids = createIdTable(secret)
  const loaded = new Set<LocalDate>()
  const waiting: WaitingEvent[] = []
  let count = 0
  let firstMs = Number.POSITIVE_INFINITY
  let lastMs = Number.NEGATIVE_INFINITY

  const load = async (day: LocalDate) => {
    if (loaded.has(day)) return
    loaded.add(day)
    for await (const earlierIds of earlier.eventIds(day)) for (const id of earlierIds) ids.add(halvesOf(id))
  }
  const take = ({ event, atMs, place }: WaitingEvent): CollectedEvent | undefined => {
    const id = halvesOf(event.id)
    if (ids.has(id)) {
      leaveOut('events that came before, in this file or in an earlier import', place)
      return undefined
    }
    ids.add(id)
    firstMs = Math.min(firstMs, atMs)
    lastMs = Math.max(lastMs, atMs)
    tooOld.event(atMs)
    return event
  }

  return {
    add(event: ExportedEvent, id: string, place: Place): void {
      const why = rejectedEvent(event, nowMs)
      if (why !== undefined) {
        leaveOut(why, place)
        return
      }
      const atMs = Date.parse(event.timestamp)
      const day = utcDate(atMs)
      waiting.push({ event: { json: JSON.stringify(event), day, id: hash('sha256', id).slice(0, 16) }, atMs, place })
    },
    async flush(): Promise<void> {
      for (const { event } of waiting) await load(event.day)
      const fresh = waiting.flatMap((one) => take(one) ?? [])
      waiting.length = 0
      count += fresh.length
      if (fresh.length > 0) await write(fresh)
    },
    count: () => count,
    /** Of the events; undefined without any. */
    range: () => (count === 0 ? undefined : { firstMs, lastMs }),
  }
}

/** Why an event is not taken. */
function rejectedEvent(event: ExportedEvent, nowMs: number): string | undefined {
  const checked = checkEvent(event)
  if (!checked.ok) {
    const [error] = checked.errors
    return error === undefined ? 'events that are not valid' : `events whose ${error.path} ${error.message}`
  }
  const atMs = Date.parse(event.timestamp)
  return atMs >= 0 && atMs <= nowMs + AHEAD_MAX_MS ? undefined : 'events that lie in the future or before 1970'
}

function halvesOf(id: string): IdHash {
  return { high: Number.parseInt(id.slice(0, 8), 16), low: Number.parseInt(id.slice(8), 16) }
}
