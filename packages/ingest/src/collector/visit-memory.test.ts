import { describe, expect, it } from 'vitest'
import { createVisitMemory, NETWORK_VISITS_MAX } from './visit-memory.ts'

interface TestVisit {
  readonly product: string
  readonly slot: string
  readonly network: string | undefined
  readonly bytes: number
}
const visit = (product: string, visitor: number, network?: string): TestVisit => ({
  product,
  slot: String(visitor),
  network,
  bytes: 100,
})

function filled(bytesMax: number, visits: readonly TestVisit[]) {
  const memory = createVisitMemory<TestVisit>(bytesMax)
  for (const each of visits) memory.put(each)
  const kept = (product: string) =>
    Array.from({ length: 5_000 }, (_, n) => n).filter((n) => memory.find(product, String(n)) !== undefined)
  return { memory, kept }
}
const range = (count: number) => Array.from({ length: count }, (_, n) => n)

describe('live visits in memory', () => {
  it('live visits of one product use at most a quarter of the memory: its idle visits are evicted, and other products lose none', () => {
    const others = range(10).map((n) => visit('small', n))
    const { memory, kept } = filled(40_000, [...others, ...range(300).map((n) => visit('large', n))])
    expect(kept('large')).toEqual(range(300).slice(200))
    expect(kept('small')).toEqual(range(10))
    expect(memory.forgotten).toEqual({ network: 0, product: 200, total: 0 })
    expect([memory.size, memory.bytes]).toEqual([110, 11_000])
  })

  it('active visits are kept, however old they are', () => {
    const first = visit('a', 0)
    const memory = createVisitMemory<TestVisit>(40_000)
    memory.put(first)
    for (const n of range(300)) {
      memory.put(visit('a', n + 1))
      memory.put(first)
    }
    expect(memory.find('a', '0')).toBe(first)
  })

  it('live visits stay within the limit of all products by evicting visits of the largest product', () => {
    const floods = ['f1', 'f2', 'f3', 'f4'].flatMap((product) => range(100).map((n) => visit(product, n)))
    const { memory, kept } = filled(40_000, [...range(20).map((n) => visit('small', n)), ...floods])
    expect(memory.bytes).toBeLessThanOrEqual(40_000)
    expect(kept('small')).toEqual(range(20))
    expect(memory.forgotten.total).toBe(420 - memory.size)
    expect(memory.forgotten.total).toBeGreaterThanOrEqual(20)
  })

  it('live visits of an account with many products are evicted before those of an account with one larger product', () => {
    const memory = createVisitMemory<TestVisit>(40_000)
    memory.assign('own', 'quiet')
    for (const n of range(90)) memory.put(visit('own', n))
    for (const product of range(40)) {
      memory.assign(`flood ${product}`, 'large')
      for (const n of range(20)) memory.put(visit(`flood ${product}`, n))
    }
    expect(range(90).filter((n) => memory.find('own', String(n)) === undefined)).toEqual([])
    expect(memory.bytes).toBeLessThanOrEqual(40_000)
    expect(memory.forgotten.total).toBe(90 + 800 - memory.size)
  })

  it('live visits count for the account to which their product moves', () => {
    const memory = createVisitMemory<TestVisit>(40_000)
    for (const product of ['a', 'b', 'c', 'd', 'e']) for (const n of range(70)) memory.put(visit(product, n))
    for (const product of ['a', 'b']) memory.assign(product, 'both')
    for (const n of range(60)) memory.put(visit('f', n))
    expect(['c', 'd', 'e'].flatMap((product) => range(70).filter((n) => !memory.find(product, String(n))))).toEqual([])
    for (const product of ['a', 'b']) for (const n of range(70)) memory.remove(visit(product, n))
    memory.sweep(() => true)
    expect([memory.size, memory.bytes]).toEqual([0, 0])
  })

  it('live visits are limited to a thousand per client network and product, without effect on other networks', () => {
    const before = visit('a', 4_000, 'home')
    const { memory, kept } = filled(1e9, [
      before,
      ...range(3_000).map((n) => visit('a', n, 'office')),
      visit('b', 1, 'office'),
    ])
    expect(kept('a').length).toBeLessThanOrEqual(NETWORK_VISITS_MAX + 1)
    // The most recent are kept, and at least seven eighths of the maximum.
    expect(kept('a').slice(-876)).toEqual([...range(3_000).slice(-875), 4_000])
    expect(kept('b')).toEqual([1])
    expect(memory.forgotten).toEqual({ network: 3_002 - memory.size, product: 0, total: 0 })
  })

  it('live visits free their memory when they end or are forgotten', () => {
    const visits = range(50).map((n) => visit('a', n, 'office'))
    const { memory } = filled(40_000, visits)
    for (const each of visits.slice(40)) memory.remove(each)
    memory.remove(visit('a', 0, 'office'))
    expect([memory.size, memory.bytes]).toEqual([40, 4_000])
    memory.sweep(({ slot }) => Number(slot) < 30)
    expect([memory.size, memory.bytes]).toEqual([10, 1_000])
    memory.sweep(() => true)
    expect([memory.size, memory.bytes]).toEqual([0, 0])
    expect(memory.forgotten).toEqual({ network: 0, product: 0, total: 0 })
  })
})
