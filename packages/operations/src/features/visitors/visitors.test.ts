import { identifiedVisitor, importedVisitor, timestamp } from '@footfall/core-domain'
import { testDatabase } from '@footfall/testkit'
import { eventRow } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CallingScenario, scenarioOn, servicesOn, testEngine } from '../../test-support/index.ts'
import { retention } from '../dashboard/retention.ts'
import { updatePreferences } from '../preferences/update.ts'
import { eraseVisitor } from './erase.ts'

const NAME = 'ada@example.com'
const LATER = timestamp(Date.parse('2100-01-01T00:00:00Z'))
const LEASED = timestamp(Date.parse('2101-01-01T00:00:00Z'))
const setIdentity = (visitor_identity: string) => ({ body: { visitor_identity } })

describe.each(['sqlite', 'postgres'] as const)('identified visitors on %s', (dialect) => {
  const database = testDatabase(dialect)
  const engine = testEngine()
  let on: CallingScenario
  const key = () => database.store.visitorKeys.find(on.product)
  beforeAll(async () => {
    const { analytics } = await engine.services(database)
    on = await scenarioOn(database, { timezone: 'UTC', services: { ...servicesOn(database), analytics } })
  })

  it('a product has a key for identified visitors only while the preference is on, and a different one each time', async () => {
    expect(await key()).toBeUndefined()
    await on.confirm(on.owner, updatePreferences, setIdentity('identified'))
    const first = await key()
    expect(first).toHaveLength(32)
    await on.confirm(on.owner, updatePreferences, {
      body: { suppression_threshold: 0, visitor_identity: 'identified' },
    })
    expect(await key()).toEqual(first)
    await on.confirm(on.owner, updatePreferences, setIdentity('daily'))
    expect(await key()).toBeUndefined()
    await on.confirm(on.owner, updatePreferences, setIdentity('identified'))
    expect(await key()).toHaveLength(32)
    expect(await key()).not.toEqual(first)
  })

  it('previews what identified visitors mean for consent, and what is lost when they are turned off', async () => {
    const off = await on.preview(on.owner, updatePreferences, setIdentity('daily'))
    expect(off.data.warnings).toEqual([expect.stringContaining('The key is destroyed permanently')])
    expect(await key()).toHaveLength(32)
    await on.confirm(on.owner, updatePreferences, setIdentity('daily'))
    const turningOn = await on.preview(on.owner, updatePreferences, setIdentity('identified'))
    expect(turningOn.data.warnings).toEqual([expect.stringContaining('consent')])
    expect(await key()).toBeUndefined()
    await on.confirm(on.owner, updatePreferences, setIdentity('identified'))
  })

  it('erases an identified visitor after a preview with the number of events, and does not keep the name', async () => {
    const visitor = identifiedVisitor((await key()) ?? new Uint8Array(), NAME)
    const row = eventRow({ product_id: on.product, visitor, identified: 1, visit: '5' })
    await engine.engine.insert('events', 'JSONEachRow', JSON.stringify(row), `erase ${dialect}`)
    const person = await on.person('admin')
    const input = { body: { visitor: NAME } }
    const { data } = await on.preview(person, eraseVisitor, input)
    expect(data.warnings).toEqual(['Deletes 1 event of 1 visit.'])
    expect(JSON.stringify(data)).not.toContain(NAME)
    await on.confirm(person, eraseVisitor, input)
    const due = []
    for (let i = 0; i < 3; i++)
      due.push(await database.store.transaction((tx) => tx.store.visitorErasures.take(LATER, LEASED)))
    const pseudonyms = due.flatMap((one) => one?.visitor ?? [])
    expect(new Set(pseudonyms)).toEqual(new Set([visitor, importedVisitor(on.product, NAME)]))
  })

  it('returns a retention table, and rejects one of more weeks than a year has', async () => {
    const viewer = await on.person('viewer')
    const { data } = await on.call(viewer, retention, { query: { period: '28d' } })
    expect(data).toMatchObject({ interval: 'week', state: 'available' })
    const rejected = await on.call(viewer, retention, { query: { from: '2020-01-01', to: '2026-01-01' } })
    expect(rejected).toMatchObject({ code: 'invalid_request', fields: ['to'] })
  })
})
