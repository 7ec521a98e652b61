import { LocalDate, ProductId, TimeZone } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { resolveRange } from '../calendar/date-range.ts'
import { testScope } from '../test-support/scope.ts'
import { isCoveredWhole } from './covered.ts'

const date = (text: string) => LocalDate.parse(text)

const scopeIn = (zone: string) =>
  testScope(ProductId.parse('prd_A'), { timezone: TimeZone.parse(zone), preferences: { retention_days: 30 } })

it('the earlier period is fully covered if it begins within retention and not before the first event', () => {
  const nowMs = Date.parse('2026-11-22T03:10:00Z')
  const covered = (from: string, first: string, zone = 'UTC') =>
    isCoveredWhole(resolveRange(scopeIn(zone), { from: date(from), to: date('2026-11-20') }, nowMs), Date.parse(first))
  expect(covered('2026-11-10', '2026-11-10T00:00:00Z')).toBe(true)
  expect(covered('2026-11-10', '2026-11-10T00:15:00Z')).toBe(false)
  expect(covered('2026-10-23', '2020-01-01')).toBe(true)
  expect(covered('2026-10-22', '2020-01-01')).toBe(false)
  expect(covered('2026-11-10', '2026-11-09T23:00:00Z', 'Europe/Berlin')).toBe(true)
  expect(covered('2026-11-10', '2026-11-09T23:15:00Z', 'Europe/Berlin')).toBe(false)
})

it('the earlier period is not covered while it runs', () => {
  const nowMs = Date.parse('2026-11-22T03:10:00Z')
  const first = Date.parse('2026-11-01T00:00:00Z')
  const imported = { first: 20_758, last: 20_778 }
  const until = (to: string, untilMs?: number) =>
    resolveRange(scopeIn('UTC'), { from: date('2026-11-10'), to: date(to) }, nowMs, untilMs)
  for (const known of [undefined, imported]) {
    expect(isCoveredWhole(until('2026-11-21'), first, known)).toBe(true)
    expect(isCoveredWhole(until('2026-11-22'), first, known)).toBe(false)
    expect(isCoveredWhole(until('2026-11-25'), first, known)).toBe(false)
    expect(isCoveredWhole(until('2026-11-22', nowMs), first, known)).toBe(true)
  }
  expect(isCoveredWhole(until('2026-11-25'), undefined)).toBe(true)
})
