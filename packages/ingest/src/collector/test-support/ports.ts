import { createHash } from 'node:crypto'
import {
  addDays,
  type DailySalts,
  defaultSettings,
  type PaymentClaim,
  type PaymentLedger,
  type ProductId,
  type RequestOrigin,
  type SaltStore,
  type Timestamp,
  type TrackingProfile,
  UTC,
} from '@footfall/core-domain'

/** In-memory salts of the day and the day before. */
export function saltsInMemory(): SaltStore {
  const salt = (day: string) => new Uint8Array(createHash('sha256').update(day).digest())
  return {
    async salts(day): Promise<DailySalts> {
      const before = addDays(day, -1)
      return { current: salt(day), previous: salt(before) }
    },
  }
}

export function ledgerInMemory(): PaymentLedger & { failCompletion: boolean } {
  const known = new Map<string, { fingerprint: string; completed: boolean; claimed_at: Timestamp }>()
  return {
    failCompletion: false,
    async claim(product, id, fingerprint, at): Promise<PaymentClaim> {
      const entry = known.get(product + id)
      if (!entry) {
        known.set(product + id, { fingerprint, completed: false, claimed_at: at })
        return { state: 'claimed' }
      }
      if (entry.fingerprint !== fingerprint) return { state: 'different' }
      return entry.completed ? { state: 'recorded' } : { state: 'unfinished', claimed_at: entry.claimed_at }
    },
    async complete(product, id) {
      if (this.failCompletion) throw new Error('killed before completion')
      const entry = known.get(product + id)
      if (entry) entry.completed = true
    },
  }
}

export function profileOf(product: ProductId, change: Partial<Omit<TrackingProfile, 'product'>> = {}): TrackingProfile {
  return { product, ...defaultSettings(UTC), ...change }
}

export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
export const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

export function originOf(change: Partial<RequestOrigin> = {}): RequestOrigin {
  return { address: '81.2.69.142', userAgent: BROWSER, language: 'de-CH,de;q=0.9', proxy: undefined, ...change }
}
