import { MINUTE_MS, type RandomSource } from '@footfall/core-domain'
import type { EventKind, VisitAttributes } from '@footfall/warehouse'
import { textBytes } from '../enrich/text.ts'
import { cacheByText } from '../enrich/text-cache.ts'
import {
  createVisitMemory,
  type ForgottenBecause,
  type ForgottenVisits,
  LIVE_VISIT_BYTES_MAX,
  type VisitMemory,
} from './visit-memory.ts'

/** A visit ends after this long without an event; an event after exactly this long starts another. */
export const VISIT_IDLE_MS = 30 * MINUTE_MS
const PV_SEQ_MAX = 65_535

/** A visit as it is read from storage, without what only this process knows. */
export interface StoredVisit {
  readonly product: string
  /** What the visit is found by: the pseudonym of the device, as a rule. */
  readonly slot: string
  /** The pseudonym that the visit started under; it is kept when the daily salt changes. */
  readonly visitor: string
  /** The identified visitor who was named in it. */
  identity: string | undefined
  readonly id: string
  readonly startedAt: number
  readonly entryPath: string
  readonly attributes: VisitAttributes
  /** The instant of its earliest event: before `startedAt` where an earlier one came later. */
  firstAt: number
  lastAt: number
  pageviews: number
  unbounced: boolean
  /** Whether a row of it said that it begins. */
  started: boolean
  /** What speaks for automation, and whether the visitor engaged, as bits. */
  evidence: number
}

/** A live visit. */
export interface Visit extends StoredVisit {
  /** Pseudonym of the client network that started it; undefined for a restored visit. */
  readonly network: string | undefined
  /** Milliseconds of engagement that this process knows of. */
  engagedMs: number
  /** The deepest point that a page was reported at, by its path: the last page only. */
  scrolled: { readonly path: string; readonly depth: number } | undefined
  /** Upper bound of its memory use. */
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

/** Where a new visit is found, and under whom its events count. */
export interface VisitSlot {
  readonly name: string
  readonly visitor: string
  readonly identity: string | undefined
}

/** Properties of a new visit. */
export interface VisitBeginning {
  /** The account that owns the product, where it is known. */
  readonly account?: string | undefined
  readonly network: string
  readonly entryPath: string
  readonly attributes: VisitAttributes
}

/** Live visits in the memory of this process. */
export interface VisitTable {
  /** The visit that an event at this instant belongs to. */
  live(product: string, slot: string, at: number): Visit | undefined
  /** Says who is there; the visit stays where it is found. */
  identify(visit: Visit, identity: string): Visit
  /** Finds the visit elsewhere from now on. */
  move(visit: Visit, slot: VisitSlot): Visit
  begin(product: string, slot: VisitSlot, at: number, beginning: VisitBeginning): Visit
  /** Adds an event to a visit. One that is not interactive does not end a bounce. */
  step(visit: Visit, kind: EventKind, at: number, isInteractive?: boolean): VisitStep
  /** Forgets a visit whose event could not be stored, so that the next event starts a complete one. */
  forget(visit: Visit): void
  /** Restores a visit from before a restart. */
  restore(visit: StoredVisit): Visit
  /** Removes visits without an event for so long, half an hour by default. */
  sweep(now: number, idleMs?: number): void
  /** Memory use of all visits, as counted for the limit. */
  readonly bytes: number
  readonly size: number
  /** Visits evicted before they were over. */
  readonly forgotten: ForgottenVisits
}

/** Size of the texts shared by visits, in addition to the visits themselves. */
const SHARED_TEXT_BYTES_MAX = 4 * 1024 ** 2

/** What takes events needs of visits. */
export type Visits = Pick<VisitTable, 'live' | 'identify' | 'move' | 'begin' | 'step' | 'forget'>

export interface VisitTableOptions {
  readonly bytesMax?: number
  /** Called with every visit that is no longer live. */
  readonly onForgotten?: (visit: Visit, because: ForgottenBecause) => void
}

export function createVisitTable(random: RandomSource, options: VisitTableOptions = {}): VisitTable {
  const { bytesMax = LIVE_VISIT_BYTES_MAX, onForgotten } = options
  const memory: VisitMemory<Visit> = createVisitMemory<Visit>(bytesMax, onForgotten)
  const newId = randomIds(random)
  const shared = cacheByText(SHARED_TEXT_BYTES_MAX, (text) => text)

  function remembered(visit: StoredVisit, network: string | undefined): Visit {
    const entryPath = shared(visit.entryPath)
    const attributes = sharedAttributes(visit.attributes, shared)
    return {
      ...visit,
      network,
      entryPath,
      attributes,
      engagedMs: 0,
      scrolled: undefined,
      bytes: visitBytes(entryPath, attributes),
    }
  }

  return {
    live(product, slot, at) {
      const visit = memory.find(product, slot)
      return visit && at - visit.lastAt < VISIT_IDLE_MS ? visit : undefined
    },
    identify(visit, identity) {
      visit.identity = identity
      return visit
    },
    move(visit, { name, visitor, identity }) {
      memory.remove(visit)
      const moved = { ...visit, slot: name, visitor, identity }
      memory.put(moved)
      return moved
    },
    begin(product, { name, visitor, identity }, at, { account, network, entryPath, attributes }) {
      memory.assign(product, account ?? product)
      return remembered(
        {
          product,
          slot: name,
          visitor,
          identity,
          id: newId(),
          startedAt: at,
          entryPath,
          attributes,
          firstAt: at,
          lastAt: at,
          pageviews: 0,
          unbounced: false,
          started: false,
          evidence: 0,
        },
        network,
      )
    },
    step(visit, kind, at, isInteractive = true) {
      const starts = !visit.started && kind !== 'engagement'
      if (starts) visit.started = true
      const gap = Math.max(0, at - visit.lastAt, visit.firstAt - at)
      if (kind === 'pageview') visit.pageviews++
      const unbounces =
        !visit.unbounced && ((kind === 'custom' && isInteractive) || (kind === 'pageview' && visit.pageviews > 1))
      if (unbounces) visit.unbounced = true
      visit.firstAt = Math.min(visit.firstAt, at)
      visit.lastAt = Math.max(visit.lastAt, at)
      memory.put(visit)
      return {
        visit,
        visit_starts: starts ? 1 : 0,
        pv_seq: kind === 'pageview' ? Math.min(visit.pageviews, PV_SEQ_MAX) : 0,
        unbounce: unbounces ? 1 : 0,
        gap_ms: gap,
      }
    },
    forget: (visit) => memory.remove(visit),
    restore(visit) {
      const restored = remembered(visit, undefined)
      memory.put(restored)
      return restored
    },
    sweep: (now, idleMs = VISIT_IDLE_MS) => memory.sweep((visit) => now - visit.lastAt >= idleMs),
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

/** A visit without its texts: two objects, two ids, two map slots, the network pseudonym. 530 were measured. */
export const VISIT_BYTES_MIN = 640

/** Counted as if no text were shared, so that the limit holds for any input. */
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

/** Ids that are drawn at once: each draw of its own would cost as much as the rest of a new visit. */
const IDS_AT_ONCE = 256

/** Draws ids of 64 random bits as decimal text; 0 stands for “no visit”. */
function randomIds(random: RandomSource): () => string {
  let drawn: DataView = new DataView(new ArrayBuffer(0))
  let next = 0
  return () => {
    if (next >= drawn.byteLength) {
      const bytes = random.bytes(8 * IDS_AT_ONCE)
      drawn = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      next = 0
    }
    const id = drawn.getBigUint64(next)
    next += 8
    return id === 0n ? '1' : id.toString()
  }
}
