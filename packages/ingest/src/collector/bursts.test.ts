import { MINUTE_MS } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { parseAddress } from '../enrich/address.ts'
import { type BegunVisit, BURST_VISITS, createBursts } from './bursts.ts'

const visit = (i: number, change: Partial<BegunVisit> = {}): BegunVisit => ({
  product: 'prd_1',
  slot: `slot ${i}`,
  id: String(i),
  userAgent: 'Firefox',
  width: 1280,
  address: parseAddress(`192.0.2.${i % 256}`),
  path: '/',
  at: i * 100,
  ...change,
})
const always = () => true
const several = (count: number, change?: Partial<BegunVisit>) =>
  Array.from({ length: count }, (_, i) => visit(i, change))

describe('bursts of visits', () => {
  it('a burst has all of its visits from the tenth on, and each further one', () => {
    const bursts = createBursts()
    const found = several(BURST_VISITS + 1).map((one) => bursts.count(one, always).map(({ id }) => Number(id)))
    expect(found.slice(0, BURST_VISITS - 1)).toEqual(Array(BURST_VISITS - 1).fill([]))
    expect(found[BURST_VISITS - 1]).toEqual(Array.from({ length: BURST_VISITS }, (_, i) => i))
    expect(found[BURST_VISITS]).toEqual([BURST_VISITS])
  })

  it.each<[string, (i: number) => Partial<BegunVisit>]>([
    ['pages', (i) => ({ path: `/${i}` })],
    ['screens', (i) => ({ width: 1000 + i })],
    ['user agents', (i) => ({ userAgent: `Firefox ${i}` })],
    ['networks', (i) => ({ address: parseAddress(`192.0.${i}.1`) })],
    ['products', (i) => ({ product: `prd_${i}` })],
    ['minutes', (i) => ({ at: i * MINUTE_MS })],
  ])('visits of different %s are not a burst', (_, change) => {
    const bursts = createBursts()
    for (let i = 0; i < 30; i++) expect(bursts.count(visit(i, change(i)), always)).toEqual([])
  })

  it('a burst is found in any minute, no matter when a visit of its kind came before', () => {
    const bursts = createBursts()
    const count = (id: number, at: number) => bursts.count(visit(id, { at }), always).length
    expect(count(0, 0)).toBe(0)
    const found = Array.from({ length: BURST_VISITS }, (_, i) => count(i + 1, 55_000 + i * 1_000))
    expect(found).toEqual([...Array(BURST_VISITS - 1).fill(0), BURST_VISITS])
  })

  it('a visit after a burst is part of it only while a minute has enough of them', () => {
    const bursts = createBursts()
    for (const one of several(BURST_VISITS)) bursts.count(one, always)
    expect(bursts.count(visit(10, { at: 30_000 }), always)).toHaveLength(1)
    for (const at of [10 * MINUTE_MS, 500 * MINUTE_MS]) expect(bursts.count(visit(11, { at }), always)).toEqual([])
  })

  it('visits that went on or engaged do not belong to a burst', () => {
    const bursts = createBursts()
    for (const one of several(30)) expect(bursts.count(one, () => false)).toEqual([])
  })

  it('the kinds of visits that strangers make up are bounded, for one product and for all', () => {
    const bursts = createBursts()
    for (let i = 0; i < 5_000; i++) bursts.count(visit(i, { path: `/${i}`, at: 0 }), always)
    expect(bursts.size).toBe(2_500)
    for (let i = 0; i < 20_000; i++) bursts.count(visit(i, { path: `/${i}`, at: 0, product: `prd_${i % 9}` }), always)
    expect(bursts.size).toBeLessThanOrEqual(10_000)
  })

  it('kinds of a minute ago are forgotten', () => {
    const bursts = createBursts()
    for (let i = 0; i < 100; i++) bursts.count(visit(i, { path: `/${i}`, at: 0 }), always)
    bursts.count(visit(1, { at: 2 * MINUTE_MS }), always)
    expect(bursts.size).toBe(1)
  })
})
