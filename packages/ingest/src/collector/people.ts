import { clientNetwork, type DailySalts } from '@footfall/core-domain'
import { normalizeAddress } from '../enrich/address.ts'
import { visitorId } from '../enrich/visitor.ts'
import type { Visit, VisitTable } from './visits.ts'

/** Who sent an event, before the pseudonym. */
export interface Person {
  readonly product: string
  readonly address: string
  readonly userAgent: string
}

export interface Recognised {
  /** Today's pseudonym, under which a new visit begins. */
  readonly visitor: string
  /** The visit that the person is in. */
  readonly visit: Visit | undefined
}

/**
 * Finds a person's visit. One that began before midnight UTC goes on under the pseudonym it has, so yesterday's salt
 * is tried too.
 */
export function recognise(visits: VisitTable, salts: DailySalts, person: Person, at: number): Recognised {
  const identity = { ...person, address: normalizeAddress(person.address) }
  const visitor = visitorId(salts.current, identity)
  const visit =
    visits.live(person.product, visitor, at) ??
    (salts.previous && visits.live(person.product, visitorId(salts.previous, identity), at))
  return { visitor, visit }
}

/** What tells client networks apart for a day without keeping an address. */
export function networkPseudonym(salts: DailySalts, { product, address }: Person): string {
  return visitorId(salts.current, { product, address: clientNetwork(address), userAgent: '' })
}
