import { expect, it } from 'vitest'
import { type LifetimeSeconds, lifetimesFrom } from './lifetimes.ts'

const NAMES = ['accessToken', 'refreshToken', 'connection', 'code', 'consent', 'device', 'registration'] as const

it('the default lifetimes are those of the README', () => {
  expect(lifetimesFrom()).toEqual({
    accessToken: 3_600_000,
    refreshToken: 2_592_000_000,
    connection: 7_776_000_000,
    code: 120_000,
    consent: 600_000,
    device: 600_000,
    registration: 31_536_000_000,
  })
})

it('replaces the given lifetimes, and treats undefined as the default', () => {
  const given = { accessToken: 300, code: undefined } as unknown as Partial<LifetimeSeconds>
  expect(lifetimesFrom(given)).toEqual({ ...lifetimesFrom(), accessToken: 300_000 })
})

const WRONG: readonly unknown[] = [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e12, '60', null, true, {}, []]

it.each(NAMES)('rejects a lifetime %s that is not a whole number in its range, in one line with its name', (name) => {
  for (const value of WRONG) {
    const message = /^lifetimeSeconds\.(\w+) must be a whole number of seconds from 1 to \d+\.$/
    const given = { [name]: value } as Partial<LifetimeSeconds>
    expect(() => lifetimesFrom(given), JSON.stringify(value)).toThrow(message)
    expect(() => lifetimesFrom(given)).toThrow(`lifetimeSeconds.${name} `)
  }
})

it('rejects a code that is valid for longer than ten minutes', () => {
  expect(lifetimesFrom({ code: 600 }).code).toBe(600_000)
  expect(() => lifetimesFrom({ code: 601 })).toThrow('lifetimeSeconds.code must be')
})

it('rejects an unknown lifetime by its name, with the names that exist', () => {
  const given = { access_token: 60 } as Partial<LifetimeSeconds>
  expect(() => lifetimesFrom(given)).toThrow(
    `lifetimeSeconds.access_token is not a lifetime; there are ${NAMES.join(', ')}.`,
  )
})
