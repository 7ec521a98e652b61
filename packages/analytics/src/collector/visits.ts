import type { RandomSource } from '@footfall/core-domain'
import type { EventKind, VisitAttributes } from '../schema/rows.ts'

/** A visit ends when this long passes without an event: an event after exactly this long begins another. */
export const VISIT_IDLE_MS = 30 * 60_000
const VISITS_MAX = 2_000_000
const PV_SEQ_MAX = 65_535

/** What is remembered of a visit while it lasts. */
export interface Visit {
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
  restore(visit: Visit): void
  /** Drops what is over. */
  sweep(now: number): void
  readonly size: number
}

export function createVisitTable(random: RandomSource, visitsMax = VISITS_MAX): VisitTable {
  // Always in order of the last event: a visit that is touched moves to the end.
  const visits = new Map<string, Visit>()
  const keyOf = (product: string, visitor: string) => `${product} ${visitor}`

  function put(visit: Visit): void {
    const key = keyOf(visit.product, visit.visitor)
    visits.delete(key)
    visits.set(key, visit)
    if (visits.size > visitsMax) {
      const oldest = visits.keys().next()
      if (!oldest.done) visits.delete(oldest.value)
    }
  }

  return {
    live(product, visitor, at) {
      const visit = visits.get(keyOf(product, visitor))
      return visit && at - visit.lastAt < VISIT_IDLE_MS ? visit : undefined
    },
    begin: (product, visitor, at, { entryPath, attributes }) => ({
      product,
      visitor,
      id: randomId(random),
      startedAt: at,
      entryPath,
      attributes,
      lastAt: at,
      pageviews: 0,
      unbounced: false,
    }),
    step(visit, kind, at) {
      const isNew = visit.pageviews === 0 && !visit.unbounced
      const gap = Math.max(0, at - visit.lastAt)
      if (kind === 'pageview') visit.pageviews++
      const unbounces = !visit.unbounced && (kind === 'custom' || (kind === 'pageview' && visit.pageviews > 1))
      if (unbounces) visit.unbounced = true
      visit.lastAt = Math.max(visit.lastAt, at)
      put(visit)
      return {
        visit,
        visit_starts: isNew && kind !== 'engagement' ? 1 : 0,
        pv_seq: kind === 'pageview' ? Math.min(visit.pageviews, PV_SEQ_MAX) : 0,
        unbounce: unbounces ? 1 : 0,
        gap_ms: gap,
      }
    },
    forget(visit) {
      const key = keyOf(visit.product, visit.visitor)
      if (visits.get(key) === visit) visits.delete(key)
    },
    restore: put,
    sweep(now) {
      for (const [key, visit] of visits) {
        if (now - visit.lastAt < VISIT_IDLE_MS) return
        visits.delete(key)
      }
    },
    get size() {
      return visits.size
    },
  }
}

/** 64 random bits as decimal text; 0 stands for "no visit". */
function randomId(random: RandomSource): string {
  const bytes = random.bytes(8)
  const id = new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0)
  return id === 0n ? '1' : id.toString()
}
