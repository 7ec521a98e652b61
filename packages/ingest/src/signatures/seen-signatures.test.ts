import { settableClock } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { createSeenSignatures } from './seen-signatures.ts'

const clock = settableClock('2026-11-20T12:00:00.000Z')
const used = (nonce: string, more = {}) => ({
  ...{ signer: 'crawler.exa.ai', keyId: 'one', nonce, untilMs: clock.now() + 60_000 },
  ...more,
})

it('remembers signatures by signer, key and nonce until they are given back', () => {
  const seen = createSeenSignatures(clock)
  expect(seen.use(used('a'))).toBe('first')
  expect(seen.use(used('a'))).toBe('again')
  expect(seen.use(used('a', { keyId: 'two' }))).toBe('first')
  expect(seen.use(used('a', { signer: 'you.com' }))).toBe('first')
  seen.forget(used('a'))
  expect(seen.use(used('a'))).toBe('first')
})

it('remembers a limited number of signatures, and has room again once they expire', () => {
  const seen = createSeenSignatures(clock, 2)
  expect(['a', 'b', 'c', 'a'].map((nonce) => seen.use(used(nonce)))).toEqual(['first', 'first', 'full', 'again'])
  clock.advance(120_000)
  expect(seen.use(used('c'))).toBe('first')
})
