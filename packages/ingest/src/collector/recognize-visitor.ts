import { clientNetwork, type DailySalts } from '@footfall/core-domain'
import { normalizeAddress } from '../enrich/address.ts'
import { type VisitorIdentity, visitorId } from '../enrich/visitor.ts'
import type { Visit, VisitSlot, Visits } from './visits.ts'

/**
 * The pseudonyms of a sender, each worked out once: a batch has several events of a visitor, and hashing is what costs most
 * of taking one. Held for one request only, since it ties an address to its pseudonyms.
 */
export interface Pseudonyms {
  devices(salts: DailySalts): Devices
  network(salts: DailySalts): string
}

export interface RecognizedVisitor {
  /** The place of a new visit, under today’s pseudonym. */
  readonly slot: VisitSlot
  /** The person’s live visit. */
  readonly visit: Visit | undefined
}

/**
 * Finds a person’s visit. A visit that started before midnight UTC keeps its pseudonym, so yesterday’s salt is tried
 * too.
 */
export function recognizeVisitor(
  visits: Visits,
  salts: DailySalts,
  product: string,
  pseudonyms: Pseudonyms,
  at: number,
): RecognizedVisitor {
  const devices = pseudonyms.devices(salts)
  const visitor = devices.today()
  const visit = firstOf(devices, (device) => visits.live(product, device, at))
  return { slot: { name: visitor, visitor, identity: undefined }, visit }
}

/**
 * Finds the visit of an identified visitor. Visits belong to devices: the visit goes on in which the visitor was named
 * before on this device, or else the one in which nobody was named so far, which is then theirs. Another identified
 * visitor on the same device has separate visits.
 */
export function recognizeIdentified(
  visits: Visits,
  salts: DailySalts,
  product: string,
  pseudonyms: Pseudonyms,
  identity: string,
  at: number,
): RecognizedVisitor {
  const devices = pseudonyms.devices(salts)
  const own = firstOf(devices, (device) => visits.live(product, besideOther(device, identity), at))
  const shared = own ?? firstOf(devices, (device) => mayBeOf(visits.live(product, device, at), identity))
  const visitor = devices.today()
  const isTaken = visits.live(product, visitor, at) !== undefined
  const slot = { name: isTaken ? besideOther(visitor, identity) : visitor, visitor, identity }
  if (shared !== undefined) return { slot, visit: visits.identify(shared, identity) }
  // After a restart it is not known on which device the visit was.
  const restored = visits.live(product, restoredSlot(identity), at)
  return { slot, visit: restored && visits.move(restored, slot) }
}

/** Where a visit waits after a restart of which every row named its visitor. */
export function restoredSlot(identity: string): string {
  return ` ${identity}`
}

function besideOther(device: string, identity: string): string {
  return `${device} ${identity}`
}

function mayBeOf(visit: Visit | undefined, identity: string): Visit | undefined {
  return visit?.identity === undefined || visit.identity === identity ? visit : undefined
}

/** The pseudonyms of a device, yesterday’s only worked out where it is asked for. */
export interface Devices {
  today(): string
  yesterday(): string | undefined
}

function devicesOf({ current, previous }: DailySalts, person: VisitorIdentity): Devices {
  const identity = { ...person, address: normalizeAddress(person.address) }
  const today = visitorId(current, identity)
  let earlier: string | undefined
  return {
    today: () => today,
    yesterday: () => (earlier ??= previous && visitorId(previous, identity)),
  }
}

function firstOf(devices: Devices, find: (device: string) => Visit | undefined): Visit | undefined {
  const found = find(devices.today())
  if (found !== undefined) return found
  const yesterday = devices.yesterday()
  return yesterday === undefined ? undefined : find(yesterday)
}

/** A pseudonym that distinguishes client networks for a day without storing an address. */
function networkPseudonym(salts: DailySalts, { product, address }: VisitorIdentity): string {
  return visitorId(salts.current, { product, address: clientNetwork(address), userAgent: '' })
}

export function pseudonymsOf(person: VisitorIdentity): Pseudonyms {
  let known: { readonly salts: DailySalts; readonly devices: Devices } | undefined
  let network: { readonly salts: DailySalts; readonly name: string } | undefined
  return {
    devices(salts) {
      if (known === undefined || !areSame(known.salts, salts)) known = { salts, devices: devicesOf(salts, person) }
      return known.devices
    },
    network(salts) {
      if (network === undefined || !areSame(network.salts, salts))
        network = { salts, name: networkPseudonym(salts, person) }
      return network.name
    },
  }
}

const areSame = (one: DailySalts, other: DailySalts) => one.current === other.current && one.previous === other.previous
