import { SECOND_FACTOR_METHODS } from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineChallenge } from '../signing-in/challenges.ts'
import { ORIGIN } from '../test-support.ts'
import { createSecondFactors } from './index.ts'

const { all } = createSecondFactors({
  clock: settableClock(),
  random: seededRandom(),
  key: new Uint8Array(32).fill(1),
  baseUrl: ORIGIN,
  origins: [ORIGIN],
})

describe('the sign-in methods', () => {
  it('the list holds every method that a session can be proved with, each with words of its own', () => {
    expect(all.map(({ method }) => method).sort()).toEqual([...SECOND_FACTOR_METHODS].sort())
    expect(new Set(all.map(({ inWords }) => inWords)).size).toBe(all.length)
  })

  it.each([
    ['234567', ['totp']],
    [' 234 567 ', ['totp']],
    ['abcd-efgh-ijkl-mnop', ['recovery_code']],
    ['2345 6723 4567 2345', ['recovery_code']],
    ['234-567', []],
    ['2345672', []],
    ['abcd-efgh-ijkl-mno1', []],
    ['', []],
  ])('the text “%s” is the code of at most one method', (typed, methods) => {
    expect(all.filter(({ code }) => code?.read(typed) !== undefined).map(({ method }) => method)).toEqual(methods)
  })

  it('two kinds of challenges cannot have one purpose', () => {
    const kind = { purpose: 'passkey_sign_in', content: z.string(), lifeMs: 1_000 }
    expect(() => defineChallenge(kind)).toThrow('Two kinds of challenges have the purpose passkey_sign_in.')
  })
})
