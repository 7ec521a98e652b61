import {
  idFactory,
  type RateLimiter,
  ServiceUnavailable,
  type SharedLinkRecord,
  type SignInAttemptRepository,
  timestamp,
} from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { createLinkPasswords, hashLinkPassword, hashPassword, matchesHash } from './index.ts'

const PASSWORD = 'correct horse battery'
const UNLIMITED: RateLimiter = {
  consume: async (_bucket, _key, limit) => ({ allowed: true, limit, remaining: limit, resetSeconds: 1 }),
}
/** Responds before a thread can, so that all passwords wait at the same time. */
const NO_FAILURES: SignInAttemptRepository = {
  find: async () => undefined,
  replace: async () => true,
  remove: async () => {},
  purge: async () => 0,
}

it('checks of shared-link passwords neither delay nor fail a sign-in while their queue is full', async () => {
  const [clock, random] = [settableClock(), seededRandom()]
  const ids = idFactory(random)
  const at = timestamp(clock.now())
  const passwordHash = await hashPassword(PASSWORD, random)
  const linkWithPassword = (): SharedLinkRecord => ({
    link: {
      id: ids.share(),
      name: 'Link',
      sections: ['overview'],
      password: true,
      segment: null,
      embed_origins: [],
      status: 'active',
      expires_at: null,
      created_at: at,
      revision: 1,
      updated_at: at,
    },
    product: ids.product(),
    passwordHash,
    passwordRevision: 1,
  })
  const key = new Uint8Array(32)
  const passwords = createLinkPasswords({ attempts: NO_FAILURES, rateLimiter: UNLIMITED, clock, key })
  const presented = Array.from({ length: 60 }, (_, n) =>
    passwords.matches(linkWithPassword(), PASSWORD, `192.0.2.${n}`).catch((error: unknown) => error),
  )
  // The first to settle found the queue full; the others still wait.
  expect(await Promise.race(presented)).toBeInstanceOf(ServiceUnavailable)
  expect(await matchesHash(PASSWORD, passwordHash)).toBe(true)
  expect((await Promise.all(presented)).filter((outcome) => outcome === true)).toHaveLength(17)
})

it('setting passwords of shared links neither delays nor fails the setting and the check of a password of an account', async () => {
  const random = seededRandom()
  const hash = await hashPassword(PASSWORD, random)
  const set = Promise.allSettled(Array.from({ length: 60 }, (_, n) => hashLinkPassword(`link password ${n}`, random)))
  const [checked, changed] = await Promise.all([matchesHash(PASSWORD, hash), hashPassword('another horse', random)])
  expect([checked, await matchesHash('another horse', changed)]).toEqual([true, true])
  const rejected = (await set).flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(rejected.length).toBeGreaterThan(0)
  expect(rejected.filter((error) => !(error instanceof ServiceUnavailable))).toEqual([])
})
