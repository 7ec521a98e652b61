import { OTHER_NAME, UNLISTED_NAMES } from '@footfall/core-domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { NEW_NAMES_OF_NETWORK_MAX } from './name-budget.ts'
import type { TestCollector } from './test-support/collector-fixture.ts'
import { collectorFixture } from './test-support/collectors.ts'

const fixture = collectorFixture()
let collector: TestCollector
beforeEach(async () => {
  collector = await fixture.openCollector()
})

const CATALOG_MAX = 500
const stranger = { address: '198.51.100.7' }
const visitor = { address: '203.0.113.20' }
const custom = (name: string, props: Record<string, string> = {}) => ({ name, props })
const propertiesOf = (rows: readonly { readonly props: Readonly<Record<string, string>> }[]) =>
  new Set(rows.flatMap(({ props }) => Object.keys(props)))

/** Many events at once, each with its own name, title and property. */
async function flood(count: number, origin: { readonly address: string }, prefix = 'made-up'): Promise<void> {
  for (let from = 0; from < count; from += 200) {
    const numbers = Array.from({ length: Math.min(200, count - from) }, (_, i) => from + i)
    await Promise.all(
      numbers.map((i) =>
        collector.send(
          { ...custom(`${prefix} event ${i}`, { [`${prefix}_${i}`]: 'x' }), title: `${prefix} ${i}` },
          origin,
        ),
      ),
    )
  }
}

describe('new names of events, properties and titles', () => {
  it('leaves 90 % of the catalog to others when one network sends 2,400 events with new names, and counts all of them', async () => {
    await flood(2_400, stranger)
    const rows = await collector.rows()
    expect(rows).toHaveLength(2_400)
    expect(rows.every(({ kind }) => kind === 'custom')).toBe(true)
    expect(propertiesOf(rows).size).toBeLessThanOrEqual(CATALOG_MAX / 10)
    expect(new Set(rows.map(({ name }) => name)).size).toBe(NEW_NAMES_OF_NETWORK_MAX.event + 1)
    expect(rows.filter(({ name }) => name === OTHER_NAME)).toHaveLength(2_400 - NEW_NAMES_OF_NETWORK_MAX.event)
    expect(rows.filter(({ title }) => title === OTHER_NAME)).toHaveLength(2_400 - NEW_NAMES_OF_NETWORK_MAX.title)
    expect((await collector.rejected())[UNLISTED_NAMES]).toBe(2_400 - NEW_NAMES_OF_NETWORK_MAX.property)
  })

  it('lists new names of a second network while the first one is over its budget, which renews with the hour', async () => {
    await flood(150, stranger)
    await collector.send(custom('Signup', { plan: 'pro' }), visitor)
    await collector.send(custom('Late', { late: 'yes' }), stranger)
    collector.clock.advance(3_600_000)
    await collector.send(custom('Later', { later: 'yes' }), stranger)
    const rows = await collector.rows()
    expect(rows.find(({ name }) => name === 'Signup')?.props).toEqual({ plan: 'pro' })
    expect(rows.find(({ name }) => name === 'Later')?.props).toEqual({ later: 'yes' })
    expect(rows.some(({ name, props }) => name === 'Late' || 'late' in props)).toBe(false)
  })

  it('shares one budget of new names over the addresses of an IPv6 /64 and over user agents', async () => {
    for (let i = 0; i < 200; i++)
      await collector.send(custom(`Event ${i}`), {
        address: `2001:db8:1:2::${i.toString(16)}`,
        userAgent: `Mozilla/5.0 (X11; Linux x86_64; rv:${i}.0) Gecko/20100101 Firefox/${i}.0`,
      })
    const names = new Set((await collector.rows()).map(({ name }) => name))
    expect(names.size).toBe(NEW_NAMES_OF_NETWORK_MAX.event + 1)
  })

  it('lists all new names at the first launch of a site with 60 events, 40 properties and 300 pages', async () => {
    for (let i = 0; i < 60; i++) await collector.send(custom(`Event ${i}`, { [`property_${i % 40}`]: 'x' }), visitor)
    for (let i = 0; i < 300; i++) await collector.send({ title: `Page ${i}` }, visitor)
    const rows = await collector.rows()
    expect(rows.some(({ name, title }) => name === OTHER_NAME || title === OTHER_NAME)).toBe(false)
    expect(propertiesOf(rows).size).toBe(40)
    expect((await collector.rejected())[UNLISTED_NAMES]).toBeUndefined()
  })

  it('lists names of settings, of the tracker and of other visitors for a network that is over its budget', async () => {
    const { events } = { events: { name: 'Trial', kind: 'custom', goal: true, revenue: false } as const }
    const auto_capture = { outbound_links: true, file_downloads: true, form_submissions: true, scroll_depth: true }
    collector.configure({
      events: { events: [{ ...events, property: { name: 'tier', value: 'gold' } }], auto_capture },
    })
    await collector.send(custom('Known', { known: 'yes' }), visitor)
    await flood(150, stranger)
    await collector.send(custom('Trial', { tier: 'gold' }), stranger)
    await collector.send(custom('Outbound Link', { url: 'https://example.org/' }), stranger)
    await collector.send(custom('Known', { known: 'yes' }), stranger)
    const rows = await collector.rows()
    for (const [name, props] of [
      ['Trial', { tier: 'gold' }],
      ['Outbound Link', { url: 'https://example.org/' }],
    ] as const)
      expect(rows.find((row) => row.name === name)?.props).toEqual(props)
    expect(rows.filter(({ name, props }) => name === 'Known' && props.known === 'yes')).toHaveLength(2)
  })

  it('treats names that the product had before a restart as known', async () => {
    for (let i = 0; i < 3; i++) await flood(50, { address: `203.0.113.${i}` }, `known-${i}`)
    await collector.rows()
    await collector.restart()
    for (let i = 0; i < 3; i++) await flood(50, stranger, `known-${i}`)
    await collector.send(custom('Own', { own: 'yes' }), stranger)
    const rows = await collector.rows()
    expect(rows.some(({ name }) => name === OTHER_NAME)).toBe(false)
    expect(rows.find(({ name }) => name === 'Own')?.props).toEqual({ own: 'yes' })
  })

  it('lists names that the owner sends in batches without a limit, and knows them from then on', async () => {
    const { address: ip } = stranger
    for (let from = 0; from < 200; from += 100)
      await collector.batch(
        ...Array.from({ length: 100 }, (_, i) => ({
          ...custom(`Server ${from + i}`, { [`of_${from + i}`]: 'x' }),
          ip,
        })),
      )
    await flood(150, stranger)
    await collector.send(custom('Server 199', { of_199: 'y' }), stranger)
    const rows = await collector.rows()
    expect(new Set(rows.map(({ name }) => name).filter((name) => name.startsWith('Server'))).size).toBe(200)
    expect(rows.filter(({ name, props }) => name === 'Server 199' && 'of_199' in props)).toHaveLength(2)
  })
})
