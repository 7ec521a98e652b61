import type { VisitAttributes } from '@footfall/warehouse'
import { NO_ATTRIBUTES } from './event-row.ts'
import { fromEngine } from './instants.ts'
import { PRODUCT_SHARE } from './visit-memory.ts'
import { type StoredVisit, visitBytes } from './visits.ts'

/** What rows of one visit say together; each part is a maximum, so a row that is in both places does no harm. */
export type VisitEvidence = VisitAttributes & {
  readonly product_id: string
  readonly visitor: string
  readonly visit: string
  readonly visit_start: string
  readonly entry_path: string
  readonly last: string
  readonly pageviews: number
  readonly customs: number
}

/** Visits on their way from what was stored into memory, within the bounds of live visits. */
export interface FoundVisits {
  hasRoom(product: string, bytes: number): boolean
  /** Adds to a visit that is known. Another one is taken up where it `mayBegin` one and there is room. */
  add(evidence: VisitEvidence, mayBegin: boolean): void
  /** Hands them over one by one and keeps none, so that they are not in memory twice. */
  takeOldestFirst(): Iterable<StoredVisit>
}

export function collectFoundVisits(bytesMax: number): FoundVisits {
  const found = new Map<string, StoredVisit>()
  const perProduct = new Map<string, number>()
  let bytes = 0

  const hasRoom = (product: string, more: number) =>
    bytes + more <= bytesMax && (perProduct.get(product) ?? 0) + more <= bytesMax * PRODUCT_SHARE

  return {
    hasRoom,
    add(evidence, mayBegin) {
      const key = `${evidence.product_id} ${evidence.visitor} ${evidence.visit}`
      const known = found.get(key)
      if (known) {
        merge(known, evidence)
        return
      }
      if (!mayBegin) return
      const visit = visitOf(evidence)
      const size = visitBytes(visit.entryPath, visit.attributes)
      if (!hasRoom(visit.product, size)) return
      found.set(key, visit)
      perProduct.set(visit.product, (perProduct.get(visit.product) ?? 0) + size)
      bytes += size
    },
    *takeOldestFirst() {
      const newestFirst = [...found.values()].sort((a, b) => b.lastAt - a.lastAt)
      found.clear()
      for (let visit = newestFirst.pop(); visit !== undefined; visit = newestFirst.pop()) yield begun(visit)
    },
  }
}

function visitOf(evidence: VisitEvidence): StoredVisit {
  return {
    product: evidence.product_id,
    visitor: evidence.visitor,
    id: evidence.visit,
    startedAt: fromEngine(evidence.visit_start),
    entryPath: evidence.entry_path,
    attributes: attributesOf(evidence),
    lastAt: fromEngine(evidence.last),
    pageviews: evidence.pageviews,
    unbounced: evidence.customs > 0 || evidence.pageviews > 1,
  }
}

function merge(visit: StoredVisit, evidence: VisitEvidence): void {
  visit.lastAt = Math.max(visit.lastAt, fromEngine(evidence.last))
  visit.pageviews = Math.max(visit.pageviews, evidence.pageviews)
  visit.unbounced ||= evidence.customs > 0 || visit.pageviews > 1
}

/** Rows of a visit exist only after its first one, so it has begun even where that one is not at hand. */
function begun(visit: StoredVisit): StoredVisit {
  return visit.pageviews === 0 && !visit.unbounced ? { ...visit, pageviews: 1 } : visit
}

/** The engine pads an unknown country with NUL to its fixed width. */
function attributesOf(evidence: VisitAttributes): VisitAttributes {
  const columns = Object.keys(NO_ATTRIBUTES) as (keyof VisitAttributes)[]
  const values = columns.map((column) => [column, evidence[column].replaceAll('\0', '')])
  return { ...NO_ATTRIBUTES, ...Object.fromEntries(values) }
}
