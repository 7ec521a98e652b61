import { hash } from 'node:crypto'
import { DAY_MS, type DailySalts } from '@footfall/core-domain'

/**
 * The salts of the day of an event and of the day before. Of days whose salts are destroyed, or that had none because the
 * service did not run, they are derived from today’s, which is destroyed in its turn: a visitor of such a day is then
 * another one than in what was collected on that day.
 */
export function saltsOf(salts: DailySalts, now: number, at: number): DailySalts {
  const today = Math.floor(now / DAY_MS)
  const day = Math.floor(at / DAY_MS)
  if (day === today && salts.previous !== undefined) return salts
  return { current: saltOf(salts, today, day), previous: saltOf(salts, today, day - 1) }
}

function saltOf({ current, previous }: DailySalts, today: number, day: number): Uint8Array {
  if (day === today) return current
  return (day === today - 1 ? previous : undefined) ?? derived(current, day)
}

/** Held weakly, so that they are released with the salt that they come from. */
const derivedFrom = new WeakMap<Uint8Array, Map<number, Uint8Array>>()

function derived(salt: Uint8Array, day: number): Uint8Array {
  const known = derivedFrom.get(salt) ?? new Map<number, Uint8Array>()
  derivedFrom.set(salt, known)
  const made = known.get(day) ?? hash('sha256', Buffer.concat([salt, Buffer.from(`day ${day}`)]), 'buffer')
  known.set(day, made)
  return made
}
