import type { Clock, DailySalts, SaltStore } from '@footfall/core-domain'
import { utcDay } from './instants.ts'

export interface SaltCache {
  salts(): Promise<DailySalts>
  /** Lets go of salts of another day: the store destroys them, so memory must not keep them. */
  forgetOld(): void
}

/** The salts of the day that it is, read once a day. */
export function cacheSalts(store: SaltStore, clock: Clock): SaltCache {
  let known: { readonly day: string; readonly salts: Promise<DailySalts> } | undefined
  return {
    salts() {
      const day = utcDay(clock.now())
      if (known?.day === day) return known.salts
      const salts = store.salts(day)
      known = { day, salts }
      // A failure is not remembered: the next event asks again.
      salts.catch(() => {
        if (known?.salts === salts) known = undefined
      })
      return salts
    },
    forgetOld() {
      if (known && known.day !== utcDay(clock.now())) known = undefined
    },
  }
}
