import { createHash } from 'node:crypto'
import { DAY_MS, type DailySalts } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { saltsOf } from './salts-of-day.ts'

const salt = (text: string) => new Uint8Array(createHash('sha256').update(text).digest())
const now = Date.parse('2026-11-20T12:00:00.000Z')

it.each<[title: string, salts: DailySalts]>([
  ['the service ran the day before', { current: salt('today'), previous: salt('yesterday') }],
  ['today is the first day of the service', { current: salt('today'), previous: undefined }],
])('a visit that continues over midnight UTC is found under the salt of the day it began, where %s', (_, salts) => {
  for (const daysAgo of [0, 1, 2]) {
    const after = saltsOf(salts, now, now - daysAgo * DAY_MS)
    const before = saltsOf(salts, now, now - (daysAgo + 1) * DAY_MS)
    expect(after.previous).toBe(before.current)
    expect(after.current).not.toBe(before.current)
  }
})
