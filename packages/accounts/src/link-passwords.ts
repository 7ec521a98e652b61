import {
  type Clock,
  clientNetwork,
  type Keyring,
  RateLimited,
  type RateLimiter,
  type SharedLinkRecord,
  type SignInAttemptRepository,
} from '@footfall/core-domain'
import { matchesLinkHash } from './methods/password/password-hash.ts'
import { checkCounted, createTryCounter } from './signing-in/try-counter.ts'

/** Attempts at the password of one link in a minute, from all networks together. */
const TRIES_PER_MINUTE = 30

export interface LinkPasswordDependencies {
  readonly attempts: SignInAttemptRepository
  readonly rateLimiter: RateLimiter
  readonly clock: Clock
  /** The key of the counters; the same in every process of a service. */
  readonly key: Keyring
}

/** Checks presented passwords of shared links. */
export interface LinkPasswords {
  /**
   * Whether it is the password of the link. Throws `RateLimited` after too many failures of one network, as for sign-in, and
   * after too many attempts of all; `ServiceUnavailable` when too many passwords wait to be hashed.
   */
  matches(record: SharedLinkRecord, password: string, address: string | undefined): Promise<boolean>
}

export function createLinkPasswords({ attempts, rateLimiter, clock, key }: LinkPasswordDependencies): LinkPasswords {
  const counter = createTryCounter({ attempts, clock, key })
  return {
    async matches({ link, passwordHash }, password, address) {
      if (passwordHash === undefined) return true
      const subject = { kind: 'shared_link', link: link.id, network: clientNetwork(address ?? '') } as const
      const { right } = await checkCounted(counter, subject, async () => {
        const { allowed, resetSeconds } = await rateLimiter.consume('link-passwords', link.id, TRIES_PER_MINUTE)
        if (!allowed) throw new RateLimited(resetSeconds)
        return (await matchesLinkHash(password, passwordHash)) || undefined
      })
      return right === true
    },
  }
}
