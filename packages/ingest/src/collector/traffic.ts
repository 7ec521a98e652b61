import { type ClientHints, type RequestOrigin, SECOND_MS } from '@footfall/core-domain'
import { EVIDENCE_BITS } from '@footfall/warehouse'
import type { Address } from '../enrich/address.ts'
import { evidenceOf, isSuspected, storedEvidence } from '../enrich/automation.ts'
import type { Networks } from '../enrich/networks.ts'
import { type LogRecord, record } from '../log/records.ts'
import type { BegunVisit, Bursts } from './bursts.ts'
import { toMillis, toSeconds } from './instants.ts'
import type { Visit, Visits } from './visits.ts'

/** Somebody who looks at pages for this long is there. */
const ENGAGED_MS = 10 * SECOND_MS

/** A visit whose class changed: the record that gives its earlier rows the class, and what undoes the change. */
export interface MovedVisit {
  readonly record: LogRecord
  undo(): void
}

export interface TrafficDependencies {
  readonly networks: Networks
  readonly bursts: Bursts
  readonly visits: Pick<Visits, 'live'>
}

/** The parts of an event that say who sent it. */
export interface SentEvent {
  readonly product: string
  readonly event: {
    readonly url: string
    readonly hints?: ClientHints | undefined
    readonly automated?: boolean | undefined
    readonly width?: number | undefined
    readonly interactive?: boolean | undefined
    readonly engaged_ms?: number | undefined
    readonly scroll?: number | undefined
  }
  readonly origin: RequestOrigin
  readonly address: () => Address | undefined
  /** A visitor’s browser, with its own headers, or a server or an app. */
  readonly isOfBrowser: boolean
  readonly at: number
  readonly now: number
}

/** What an event shows of its visit, in addition to what it sends. */
export interface SeenInVisit {
  readonly visit: Visit
  readonly isNew: boolean
  readonly kind: 'pageview' | 'custom' | 'engagement'
  readonly path: string
}

/**
 * Adds what an event shows to the evidence on its visit, and returns the visits that change their class with it. A new visit has
 * no earlier rows.
 */
export function addEvidence(
  { networks, bursts, visits }: TrafficDependencies,
  { product, event, origin, isOfBrowser, address, at, now }: SentEvent,
  { visit, isNew, kind, path }: SeenInVisit,
): readonly MovedVisit[] {
  const { hints, automated, width, url } = event
  const bits = evidenceOf({ origin, hints, automated, width, url, isOfBrowser }, networks)
  const engaged = hasEngaged(visit, event, kind, path) ? EVIDENCE_BITS.engaged : 0
  if (!isNew) return change(visit, bits | engaged, now)
  setBits(visit, bits | engaged)
  const begun: BegunVisit = {
    product,
    slot: visit.slot,
    id: visit.id,
    userAgent: origin.userAgent,
    width,
    address: address(),
    path,
    at,
  }
  const live = ({ slot, id }: { readonly slot: string; readonly id: string }) => {
    if (id === visit.id) return visit
    const found = visits.live(product, slot, at)
    return found?.id === id ? found : undefined
  }
  const alike = bursts.count(begun, (counted) => {
    const found = live(counted)
    return found !== undefined && found.pageviews <= 1 && (found.evidence & EVIDENCE_BITS.engaged) === 0
  })
  return alike.flatMap((counted) => {
    const found = live(counted)
    if (found === undefined) return []
    if (found !== visit) return change(found, EVIDENCE_BITS.uniform_burst, now)
    setBits(visit, EVIDENCE_BITS.uniform_burst)
    return []
  })
}

/** Adds that somebody did something which no program does unasked, such as paying. */
export function addEngagement(visit: Visit, now: number): readonly MovedVisit[] {
  return change(visit, EVIDENCE_BITS.engaged, now)
}

/** Lets the changes of a visit be as if the event had not come. */
export function undoAll(moved: readonly MovedVisit[]): void {
  for (const { undo } of moved) undo()
}

function setBits(visit: Visit, bits: number): void {
  visit.evidence |= bits
}

function change(visit: Visit, bits: number, now: number): readonly MovedVisit[] {
  const before = visit.evidence
  setBits(visit, bits)
  if (isSuspected(before) === isSuspected(visit.evidence)) return []
  const row = {
    product_id: visit.product,
    visit: visit.id,
    visit_start: toSeconds(visit.startedAt),
    evidence: storedEvidence(visit.evidence),
    decided_at: toMillis(now),
  }
  return [
    {
      record: record('moved_visits', row),
      undo() {
        visit.evidence = before
      },
    },
  ]
}

/**
 * Whether the visitor scrolled, clicked, typed or stayed. Custom events come of what a visitor does, unless they say otherwise;
 * the first depth of a page is that of its window, so only a deeper one shows that somebody scrolled.
 */
function hasEngaged(
  visit: Visit,
  { interactive = true, engaged_ms = 0, scroll }: SentEvent['event'],
  kind: SeenInVisit['kind'],
  path: string,
): boolean {
  switch (kind) {
    case 'pageview':
      return false
    case 'custom':
      return interactive
    case 'engagement': {
      visit.engagedMs += engaged_ms
      const before = visit.scrolled
      if (scroll !== undefined) visit.scrolled = { path, depth: scroll }
      const hasScrolled = scroll !== undefined && before?.path === path && scroll > before.depth
      return hasScrolled || visit.engagedMs >= ENGAGED_MS
    }
  }
}
