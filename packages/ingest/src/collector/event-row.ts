import {
  byName,
  cleanText,
  EVENT_NAME_LENGTH_MAX,
  PROPERTY_NAME_LENGTH_MAX,
  PROPERTY_VALUE_LENGTH_MAX,
  TITLE_LENGTH_MAX,
  VISIT_ATTRIBUTES,
} from '@footfall/core-domain'
import { EVIDENCE_BITS, type EventKind, type VisitAttributes } from '@footfall/warehouse'
import { storedEvidence } from '../enrich/automation.ts'
import type { EventColumns } from '../log/event-line.ts'
import { toMillis, toSeconds } from './instants.ts'
import { isPageReport, type PageReportColumns } from './page-report.ts'
import type { VisitStep } from './visits.ts'

/** The columns of an event that do not come from its visit. */
export interface EventFacts {
  readonly product: string
  readonly at: number
  readonly kind: EventKind
  readonly name: string
  readonly hostname: string
  readonly path: string
  readonly title?: string | undefined
  readonly engagedMs?: number | undefined
  readonly scroll?: number | undefined
  readonly revenue?: { readonly amount: string; readonly currency: string } | undefined
  /** Clean, as `propsText` has them. */
  readonly props: Readonly<Record<string, string>>
  readonly version?: string | undefined
  readonly report?: PageReportColumns | undefined
  /** The hash of the id that its sender gave it. */
  readonly id?: string | undefined
}

export const NO_ATTRIBUTES: VisitAttributes = byName(VISIT_ATTRIBUTES, () => '')

/** The texts of an event as they are stored. The name decides what kind of event it is, so it is cleaned first. */
export function eventTexts(name: string, title: string | undefined): { readonly name: string; readonly title: string } {
  return {
    name: cleanText(name, EVENT_NAME_LENGTH_MAX),
    title: title === undefined ? '' : cleanText(title, TITLE_LENGTH_MAX),
  }
}

/** Reports of a page are engagement: they belong to a visit, and nothing happens in them. */
export function kindOf(name: string): EventKind {
  if (isPageReport(name)) return 'engagement'
  return name === 'pageview' || name === 'engagement' ? name : 'custom'
}

/**
 * An event without the attributes of its visit; `step` is undefined for one without a visit, such as a payment without a visitor. `identity` is
 * the visitor whom the event names: events of the same visit that name nobody count under its daily pseudonym.
 */
export function eventColumns(facts: EventFacts, step: VisitStep | undefined, identity?: string): EventColumns {
  const visit = step?.visit
  return {
    product_id: facts.product,
    ts: toMillis(facts.at),
    kind: facts.kind,
    name: facts.name,
    visitor: identity ?? visit?.visitor ?? '0',
    identified: identity === undefined ? 0 : 1,
    visit: visit?.id ?? '0',
    visit_start: toSeconds(visit?.startedAt ?? facts.at),
    visit_starts: step?.visit_starts ?? 0,
    pv_seq: step?.pv_seq ?? 0,
    unbounce: step?.unbounce ?? 0,
    gap_ms: step?.gap_ms ?? 0,
    hostname: facts.hostname,
    path: facts.path,
    title: facts.title ?? '',
    entry_path: visit?.entryPath ?? '',
    engaged_ms: facts.engagedMs ?? 0,
    scroll: facts.scroll ?? 0,
    revenue: facts.revenue?.amount ?? '0',
    currency: facts.revenue?.currency ?? '',
    props: facts.props,
    tracker: trackerVersion(facts.version),
    ...facts.report,
    evidence: visit === undefined ? EVIDENCE_BITS.classified : storedEvidence(visit.evidence),
    ...(facts.id === undefined ? {} : { event_id: facts.id }),
  }
}

/**
 * Properties as clean text; `null` drops one, and so does a name without anything visible. The result has no prototype,
 * so a property named `__proto__` is an ordinary one.
 */
export function propsText(props: Readonly<Record<string, unknown>> | undefined): Record<string, string> {
  const texts: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined) continue
    const clean = cleanText(name, PROPERTY_NAME_LENGTH_MAX)
    if (clean !== '') texts[clean] = cleanText(String(value), PROPERTY_VALUE_LENGTH_MAX)
  }
  return texts
}

/**
 * The version, or empty text for one that does not look like a version: it is shown to the owner, and distinct values
 * should stay few.
 */
export function trackerVersion(version: string | undefined): string {
  return version && /^[\w.+-]{1,32}$/.test(version) ? version : ''
}
