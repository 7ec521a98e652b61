import { byName, VISIT_ATTRIBUTES } from '@footfall/core-domain'
import type { VisitAttributes } from '@footfall/warehouse'
import { evidenceOfStored } from '../enrich/automation.ts'
import { fromEngine } from './instants.ts'
import { restoredSlot } from './recognize-visitor.ts'
import { PRODUCT_SHARE } from './visit-memory.ts'
import { type StoredVisit, visitBytes } from './visits.ts'

/** Aggregates of the rows of one visit. Each is a maximum, so a row counted twice does no harm. */
export type VisitSummary = VisitAttributes & {
  readonly product_id: string
  readonly visitor: string
  /** Whether `visitor` was named; the rows of one visit may differ. */
  readonly identified: number
  readonly visit: string
  readonly visit_start: string
  readonly entry_path: string
  readonly last: string
  readonly pageviews: number
  readonly customs: number
  /** 1 if one of the rows ended the bounce. */
  readonly unbounced: number
  /** All bits of its rows. */
  readonly evidence?: number
}

/** Visits read from storage, within the bounds of live visits. */
export interface FoundVisits {
  hasRoom(product: string, bytes: number): boolean
  /** Merges into a known visit; adds another one where `mayAdd` holds and there is room. */
  add(summary: VisitSummary, mayAdd: boolean): void
  /** Adds to the evidence on a visit, if it was found. */
  mark(product: string, visit: string, evidence: number): void
  /** Yields and removes them one by one, so that they are not in memory twice. */
  takeOldestFirst(): Iterable<StoredVisit>
}

export function collectFoundVisits(bytesMax: number): FoundVisits {
  const found = new Map<string, StoredVisit>()
  const perProduct = new Map<string, number>()
  /** Those with a custom event, which may begin a visit and leave it a bounce. */
  const withCustoms = new Set<StoredVisit>()
  let bytes = 0

  const hasRoom = (product: string, more: number) =>
    bytes + more <= bytesMax && (perProduct.get(product) ?? 0) + more <= bytesMax * PRODUCT_SHARE

  return {
    hasRoom,
    add(summary, mayAdd) {
      const key = `${summary.product_id} ${summary.visit}`
      const known = found.get(key)
      if (known) {
        merge(known, summary)
        if (summary.customs > 0) withCustoms.add(known)
        return
      }
      if (!mayAdd) return
      const visit = visitOf(summary)
      const size = visitBytes(visit.entryPath, visit.attributes)
      if (!hasRoom(visit.product, size)) return
      found.set(key, visit)
      if (summary.customs > 0) withCustoms.add(visit)
      perProduct.set(visit.product, (perProduct.get(visit.product) ?? 0) + size)
      bytes += size
    },
    mark(product, id, evidence) {
      const visit = found.get(`${product} ${id}`)
      if (visit !== undefined) visit.evidence |= evidenceOfStored(evidence)
    },
    *takeOldestFirst() {
      const newestFirst = [...found.values()].sort((a, b) => b.lastAt - a.lastAt)
      found.clear()
      for (let visit = newestFirst.pop(); visit !== undefined; visit = newestFirst.pop())
        yield withCustoms.has(visit) ? visit : withFirstPage(visit)
    },
  }
}

function visitOf(summary: VisitSummary): StoredVisit {
  return {
    product: summary.product_id,
    ...namesOf(summary),
    id: summary.visit,
    startedAt: fromEngine(summary.visit_start),
    entryPath: summary.entry_path,
    attributes: attributesOf(summary),
    firstAt: fromEngine(summary.visit_start),
    lastAt: fromEngine(summary.last),
    pageviews: summary.pageviews,
    unbounced: summary.unbounced > 0 || summary.pageviews > 1,
    started: true,
    evidence: evidenceOfStored(summary.evidence ?? 0),
  }
}

/** Rows without a name hold the pseudonym of the device, by which a visit is found. */
function namesOf({ visitor, identified }: VisitSummary): Pick<StoredVisit, 'slot' | 'visitor' | 'identity'> {
  const isNamed = identified === 1
  return { slot: isNamed ? restoredSlot(visitor) : visitor, visitor, identity: isNamed ? visitor : undefined }
}

function merge(visit: StoredVisit, summary: VisitSummary): void {
  if (summary.identified === 1) visit.identity = summary.visitor
  else Object.assign(visit, { slot: summary.visitor, visitor: summary.visitor })
  visit.lastAt = Math.max(visit.lastAt, fromEngine(summary.last))
  visit.pageviews = Math.max(visit.pageviews, summary.pageviews)
  visit.evidence |= evidenceOfStored(summary.evidence ?? 0)
  visit.unbounced ||= summary.unbounced > 0 || visit.pageviews > 1
}

/** A visit with later rows has started with a page, even where its first row is missing. */
function withFirstPage(visit: StoredVisit): StoredVisit {
  return visit.pageviews === 0 && !visit.unbounced ? { ...visit, pageviews: 1 } : visit
}

/** The engine pads an unknown country with NUL to its fixed width. */
function attributesOf(summary: VisitAttributes): VisitAttributes {
  return byName(VISIT_ATTRIBUTES, (column) => summary[column].replaceAll('\0', ''))
}
