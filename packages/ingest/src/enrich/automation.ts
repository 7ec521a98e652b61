import type { ClientHints, RequestOrigin } from '@footfall/core-domain'
import { EVIDENCE_BITS } from '@footfall/warehouse'
import { areHeadlessHints, contradicts } from './contradicting-hints.ts'
import { hasHeadlessToken } from './headless.ts'
import type { Networks } from './networks.ts'

/** What one event says of who sent it. */
export interface EventTraits {
  readonly origin: Pick<RequestOrigin, 'userAgent' | 'language' | 'address' | 'hints'>
  readonly hints: ClientHints | undefined
  readonly automated: boolean | undefined
  /** Width of the viewport. */
  readonly width: number | undefined
  /** The scheme and host of its page. */
  readonly url: string
  /** Whether a browser sent it itself, with its own headers. */
  readonly isOfBrowser: boolean
}

const { webdriver, headless, headless_weak, contradicting_hints, data_centre, uniform_burst, engaged, suspected } =
  EVIDENCE_BITS
const STRONG = webdriver | headless
const WEAK = [headless_weak, contradicting_hints, data_centre, uniform_burst]
/** Weak rules that together suffice. */
const WEAK_ENOUGH = 2

/** The bits of the rules that an event fulfils by itself. */
export function evidenceOf({ origin, automated, ...event }: EventTraits, networks: Networks): number {
  const hints = event.hints ?? origin.hints
  let bits = 0
  if (automated === true) bits |= webdriver
  if (hasHeadlessToken(origin.userAgent) || (hints && areHeadlessHints(hints))) bits |= headless
  if (event.width === 0 || (event.isOfBrowser && !origin.language && event.url.startsWith('http')))
    bits |= headless_weak
  if (hints && contradicts(origin.userAgent, hints)) bits |= contradicting_hints
  if (networks.isDataCentre(origin.address)) bits |= data_centre
  return bits
}

/** Whether evidence makes a visit suspected: one strong rule, or two weak ones, of which engagement outweighs one. */
export function isSuspected(bits: number): boolean {
  if ((bits & STRONG) !== 0) return true
  const weak = WEAK.filter((rule) => (bits & rule) !== 0).length
  return weak - ((bits & engaged) === 0 ? 0 : 1) >= WEAK_ENOUGH
}

/** Evidence as a row of the visit has it, with its class. */
export function storedEvidence(bits: number): number {
  return EVIDENCE_BITS.classified | bits | (isSuspected(bits) ? suspected : 0)
}

/** The evidence of a stored row, without the class that follows from it. */
export function evidenceOfStored(stored: number): number {
  return stored & ~(EVIDENCE_BITS.classified | suspected)
}
