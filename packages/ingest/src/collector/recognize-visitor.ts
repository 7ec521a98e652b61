import { clientNetwork, type DailySalts } from '@footfall/core-domain'
import { normalizeAddress } from '../enrich/address.ts'
import { visitorId } from '../enrich/visitor.ts'
import type { Visit, VisitTable } from './visits.ts'

/** The sender of an event, before pseudonymization. */
export interface Person {
  readonly product: string
  readonly address: string
  readonly userAgent: string
}

export interface RecognizedVisitor {
  /** Today’s pseudonym, used for a new visit. */
  readonly visitor: string
  /** The person’s live visit. */
  readonly visit: Visit | undefined
}

/**
 * Finds a person’s visit. A visit that started before midnight UTC keeps its pseudonym, so yesterday’s salt is tried
 * too.
 */
export function recognizeVisitor(visits: VisitTable, salts: DailySalts, person: Person, at: number): RecognizedVisitor {
  const identity = { ...person, address: normalizeAddress(person.address) }
  const visitor = visitorId(salts.current, identity)
  const visit =
    visits.live(person.product, visitor, at) ??
    (salts.previous && visits.live(person.product, visitorId(salts.previous, identity), at))
  return { visitor, visit }
}

/** A pseudonym that distinguishes client networks for a day without storing an address. */
export function networkPseudonym(salts: DailySalts, { product, address }: Person): string {
  return visitorId(salts.current, { product, address: clientNetwork(address), userAgent: '' })
}
