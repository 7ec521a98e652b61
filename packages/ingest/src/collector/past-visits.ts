import { HOUR_MS, MINUTE_MS, type RandomSource } from '@footfall/core-domain'
import { createVisitTable, VISIT_IDLE_MS, type Visit, type Visits, type VisitTable } from './visits.ts'

/** How far back events may come. */
export const LATE_MS_MAX = 72 * HOUR_MS
/** Memory limit of all past visits. */
const PAST_VISIT_BYTES_MAX = 32 * 1024 ** 2
/** Periods of reports begin at such instants. */
const QUARTER_MS = 15 * MINUTE_MS

/** Visits for events that come late, for products that send such. */
export interface PastVisits {
  /** Live and past visits together, for events of any instant until now. */
  at(now: number, live: VisitTable): Visits
  /** From now on, past visits of this product are kept. */
  expect(product: string, now: number): void
  /** Adds a past visit. */
  keep(visit: Visit): void
  sweep(now: number): void
}

/**
 * Whether an event of this instant belongs to the visit. One that is earlier than the event with which the visit was begun
 * does within the same quarter of an hour: rows that count before the start of their visit would be in other periods than it.
 */
function covers({ startedAt, lastAt }: Visit, at: number): boolean {
  return at - lastAt < VISIT_IDLE_MS && at >= Math.floor(startedAt / QUARTER_MS) * QUARTER_MS
}

export function createPastVisits(random: RandomSource): PastVisits {
  const bySlot = new Map<string, Visit[]>()
  const past = new WeakSet<Visit>()
  const expected = new Map<string, number>()
  let made = 0
  const table = createVisitTable(random, {
    bytesMax: PAST_VISIT_BYTES_MAX,
    onForgotten(visit) {
      const key = keyOf(visit.product, nameOf(visit.slot))
      const left = bySlot.get(key)?.filter((each) => each !== visit) ?? []
      if (left.length > 0) bySlot.set(key, left)
      else bySlot.delete(key)
    },
  })
  const find = (product: string, name: string, at: number) =>
    bySlot.get(keyOf(product, name))?.find((visit) => covers(visit, at))

  /** The past visit of a place, which it has as its slot. */
  const findAt = (product: string, place: string, at: number) =>
    bySlot.get(keyOf(product, nameOf(place)))?.find((visit) => visit.slot === place && covers(visit, at))

  /** A device has any number of past visits, each with its own place in the table. */
  const placeOf = (name: string) => `${name}\n${made++}`

  function index(visit: Visit): void {
    past.add(visit)
    const key = keyOf(visit.product, nameOf(visit.slot))
    const known = bySlot.get(key)
    if (known) known.push(visit)
    else bySlot.set(key, [visit])
  }

  return {
    at: (now, live) => ({
      live(product, slot, at) {
        const visit = live.live(product, slot, at)
        return visit && covers(visit, at) ? visit : (find(product, slot, at) ?? findAt(product, slot, at))
      },
      begin(product, slot, at, beginning) {
        if (now - at < VISIT_IDLE_MS && live.live(product, slot.name, now) === undefined)
          return live.begin(product, slot, at, beginning)
        const visit = table.begin(product, { ...slot, name: placeOf(slot.name) }, at, beginning)
        index(visit)
        return visit
      },
      identify: (visit, identity) => live.identify(visit, identity),
      move: (visit, slot) => (past.has(visit) ? visit : live.move(visit, slot)),
      step: (visit, ...event) => (past.has(visit) ? table : live).step(visit, ...event),
      forget: (visit) => (past.has(visit) ? table : live).forget(visit),
    }),
    expect(product, now) {
      expected.set(product, now)
    },
    keep(visit) {
      if (expected.has(visit.product)) index(table.restore({ ...visit, slot: placeOf(visit.slot) }))
    },
    sweep(now) {
      for (const [product, at] of expected) if (now - at >= LATE_MS_MAX) expected.delete(product)
      table.sweep(now, LATE_MS_MAX + VISIT_IDLE_MS)
    },
  }
}

function keyOf(product: string, name: string): string {
  return `${product} ${name}`
}

function nameOf(slot: string): string {
  return slot.slice(0, slot.lastIndexOf('\n'))
}
