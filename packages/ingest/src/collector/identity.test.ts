import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultSettings, IdentityOff, identifiedVisitor, UTC } from '@footfall/core-domain'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TestCollector } from './test-support/collector-fixture.ts'
import { collectorFixture } from './test-support/collectors.ts'
import { BROWSER } from './test-support/ports.ts'

const KEY = new Uint8Array(32).fill(7)
const { preferences } = defaultSettings(UTC)
const identified = { preferences: { ...preferences, visitor_identity: 'identified' as const }, visitorKey: KEY }
const ADA = 'ada@example.com'
const ADA_ID = identifiedVisitor(KEY, ADA)
const PHONE = BROWSER.replace('Windows NT 10.0; Win64; x64', 'Linux; Android 14; Pixel 8')

const fixture = collectorFixture()
let collector: TestCollector
beforeEach(async () => {
  collector = await fixture.openCollector()
  collector.configure(identified)
})

const visitsOf = async () => new Set((await collector.rows()).map(({ visit }) => visit)).size

describe('events that name their visitor', () => {
  it('rejects and does not count an event with a name if the product does not identify visitors', async () => {
    collector.configure({})
    await expect(collector.send({ visitor: ADA })).rejects.toThrow(IdentityOff)
    expect(await collector.rows()).toEqual([])
  })

  it('rejects an event with a name as soon as the product has no key anymore', async () => {
    await collector.send({ visitor: ADA })
    collector.configure({ preferences })
    await expect(collector.send({ visitor: ADA })).rejects.toThrow(IdentityOff)
    expect(await collector.rows()).toHaveLength(1)
  })

  it('an event is stored under a keyed hash of the visitor’s name, and the name is stored nowhere', async () => {
    await collector.send({ visitor: ADA })
    const log = await Promise.all(
      (await readdir(collector.directory, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
    )
    expect(log.join('')).toContain(ADA_ID)
    expect(log.join('')).not.toContain(ADA)
    const [row] = await collector.rows()
    expect(row).toMatchObject({ visitor: ADA_ID, identified: 1, visit_starts: 1 })
    expect(JSON.stringify(row)).not.toContain(ADA)
  })

  it('events with one name have one visitor across days and devices, and one visit on each device', async () => {
    await collector.send({ visitor: ADA })
    await collector.send({ visitor: ADA }, { userAgent: PHONE })
    collector.clock.advance(3 * 24 * 3_600_000)
    await collector.send({ visitor: ADA }, { address: '81.2.69.1' })
    const rows = await collector.rows()
    expect(new Set(rows.map(({ visitor }) => visitor))).toEqual(new Set([ADA_ID]))
    expect(rows.map(({ visit_starts }) => visit_starts)).toEqual([1, 1, 1])
    expect(await visitsOf()).toBe(3)
  })

  it('an event with a name continues an anonymous visit, and the events before it stay anonymous', async () => {
    await collector.send({ url: 'https://example.com/a' })
    await collector.send({ url: 'https://example.com/b', visitor: ADA })
    await collector.send({ url: 'https://example.com/c' })
    await collector.send({ url: 'https://example.com/d', visitor: ADA })
    const rows = await collector.rows()
    expect(await visitsOf()).toBe(1)
    expect(rows.map(({ identified: named, pv_seq, visit_starts }) => [named, pv_seq, visit_starts])).toEqual([
      [0, 1, 1],
      [1, 2, 0],
      [0, 3, 0],
      [1, 4, 0],
    ])
    expect(rows.map(({ unbounce }) => unbounce)).toEqual([0, 1, 0, 0])
    expect(new Set(rows.map(({ visitor }) => visitor)).size).toBe(2)
  })

  it('an event with a name begins a visit that events without a name continue', async () => {
    await collector.send({ visitor: ADA })
    await collector.send({})
    expect(await visitsOf()).toBe(1)
    expect((await collector.rows()).map(({ identified: named }) => named)).toEqual([1, 0])
  })

  it('two visitors with names on the same device have separate visits', async () => {
    await collector.send({ visitor: ADA })
    await collector.send({ visitor: 'bo' })
    await collector.send({ visitor: ADA })
    await collector.send({ visitor: 'bo' })
    const rows = await collector.rows()
    expect(await visitsOf()).toBe(2)
    const byVisit = Map.groupBy(rows, ({ visit }) => visit)
    for (const visit of byVisit.values()) expect(new Set(visit.map(({ visitor }) => visitor)).size).toBe(1)
  })

  it('an event with a name continues its visit after midnight UTC', async () => {
    collector.clock.advance(Date.parse('2026-11-20T23:50:00Z') - collector.clock.now())
    await collector.send({})
    await collector.send({ visitor: ADA })
    collector.clock.advance(15 * 60_000)
    await collector.send({ visitor: ADA })
    expect(await visitsOf()).toBe(1)
  })

  it.each([
    ['that began without a name', [{}, { visitor: ADA }], [{ visitor: ADA }, {}]],
    ['of which every event had the name', [{ visitor: ADA }], [{ visitor: ADA }, {}]],
  ])('an event with a name continues its visit after a restart, %s', async (_, before, after) => {
    for (const event of before) await collector.send(event)
    await collector.restart()
    collector.clock.advance(60_000)
    for (const event of after) await collector.send(event)
    expect(await visitsOf()).toBe(1)
    expect((await collector.rows()).reduce((sum, { visit_starts }) => sum + visit_starts, 0)).toBe(1)
  })
})
