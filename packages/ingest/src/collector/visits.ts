import { MINUTE_MS, type RandomSource } from '@footfall/core-domain'
import type { EventKind, VisitAttributes } from '@footfall/warehouse'
import { textBytes } from '../enrich/text.ts'
import { cacheByText } from '../enrich/text-cache.ts'
import { createVisitMemory, type ForgottenVisits, LIVE_VISIT_BYTES_MAX } from './visit-memory.ts'

/** A visit ends when this long passes without an event: an event after exactly this long begins another. */
export const VISIT_IDLE_MS = 30 * MINUTE_MS
const PV_SEQ_MAX = 65_535

/** What a visit is when it is read from what was stored: without what only this process knows. */
export interface StoredVisit {
  readonly product: string
  /** The pseudonym that the visit began under; it stays when the day's salt changes. */
  readonly visitor: string
  readonly id: string
  readonly startedAt: number
  readonly entryPath: string
  readonly attributes: VisitAttributes
  lastAt: number
  pageviews: number
  unbounced: boolean
}

/** What is remembered of a visit while it lasts. */
export interface Visit extends StoredVisit {
  /** Pseudonym of the client network that it began from; undefined for a visit from before a restart. */
  readonly network: string | undefined
  /** What it takes in memory at most. */
  readonly bytes: number
}

/** The additive columns of one event, see the header of `schema/tables.ts`. */
export interface VisitStep {
  readonly visit: Visit
  readonly visit_starts: 0 | 1
  readonly pv_seq: number
  readonly unbounce: 0 | 1
  readonly gap_ms: number
}

/** What a new visit is made of; asked only when one begins. */
export interface VisitBeginning {
  readonly network: string
  readonly entryPath: string
  readonly attributes: VisitAttributes
}

/** The visits that are going on, in the memory of this process. */
export interface VisitTable {
  /** The visit in which an event at this instant falls. */
  live(product: string, visitor: string, at: number): Visit | undefined
  begin(product: string, visitor: string, at: number, beginning: VisitBeginning): Visit
  /** Adds an event to a visit. */
  step(visit: Visit, kind: EventKind, at: number): VisitStep
  /** Gives a visit up whose event could not be kept, so that the next event begins one that is whole. */
  forget(visit: Visit): void
  /** Takes over a visit from before a restart. */
  restore(visit: StoredVisit): void
  /** Drops what is over. */
  sweep(now: number): void
  /** Of all visits together, by the same count as the bound. */
  readonly bytes: number
  readonly size: number
  /** Visits that were given up before they were over, to stay within a bound. */
  readonly forgotten: ForgottenVisits
}

/** Of the texts that visits share, beside the visits themselves. */
const SHARED_TEXT_BYTES_MAX = 4 * 1024 ** 2

export function createVisitTable(random: RandomSource, bytesMax = LIVE_VISIT_BYTES_MAX): VisitTable {
  const memory = createVisitMemory<Visit>(bytesMax)
  const shared = cacheByText(SHARED_TEXT_BYTES_MAX, (text) => text)

  function remembered(visit: StoredVisit, network: string | undefined): Visit {
    const entryPath = shared(visit.entryPath)
    const attributes = sharedAttributes(visit.attributes, shared)
    return { ...visit, network, entryPath, attributes, bytes: visitBytes(entryPath, attributes) }
  }

  return {
    live(product, visitor, at) {
      const visit = memory.find(product, visitor)
      return visit && at - visit.lastAt < VISIT_IDLE_MS ? visit : undefined
    },
    begin: (product, visitor, at, { network, entryPath, attributes }) =>
      remembered(
        {
          product,
          visitor,
          id: randomId(random),
          startedAt: at,
          entryPath,
          attributes,
          lastAt: at,
          pageviews: 0,
          unbounced: false,
        },
        network,
      ),
    step(visit, kind, at) {
      const isNew = visit.pageviews === 0 && !visit.unbounced
      const gap = Math.max(0, at - visit.lastAt)
      if (kind === 'pageview') visit.pageviews++
      const unbounces = !visit.unbounced && (kind === 'custom' || (kind === 'pageview' && visit.pageviews > 1))
      if (unbounces) visit.unbounced = true
      visit.lastAt = Math.max(visit.lastAt, at)
      memory.put(visit)
      return {
        visit,
        visit_starts: isNew && kind !== 'engagement' ? 1 : 0,
        pv_seq: kind === 'pageview' ? Math.min(visit.pageviews, PV_SEQ_MAX) : 0,
        unbounce: unbounces ? 1 : 0,
        gap_ms: gap,
      }
    },
    forget: (visit) => memory.remove(visit),
    restore: (visit) => memory.put(remembered(visit, undefined)),
    sweep: (now) => memory.sweep((visit) => now - visit.lastAt >= VISIT_IDLE_MS),
    get bytes() {
      return memory.bytes
    },
    get size() {
      return memory.size
    },
    get forgotten() {
      return memory.forgotten
    },
  }
}

/** A visit without its texts: two objects, two ids, two map slots, the pseudonym of its network. 530 were measured. */
export const VISIT_BYTES_MIN = 640

/** Counted as if no text were shared, so that the bound holds whatever strangers send. */
export function visitBytes(entryPath: string, attributes: VisitAttributes): number {
  let bytes = VISIT_BYTES_MIN + textBytes(entryPath)
  for (const text of Object.values(attributes)) if (text !== '') bytes += textBytes(text)
  return bytes
}

function sharedAttributes(attributes: VisitAttributes, shared: (text: string) => string): VisitAttributes {
  const copy: { -readonly [Column in keyof VisitAttributes]: string } = { ...attributes }
  for (const column of Object.keys(copy) as (keyof VisitAttributes)[]) {
    if (copy[column] !== '') copy[column] = shared(copy[column])
  }
  return copy
}

/** 64 random bits as decimal text; 0 stands for "no visit". */
function randomId(random: RandomSource): string {
  const bytes = random.bytes(8)
  const id = new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0)
  return id === 0n ? '1' : id.toString()
}
