import { type AlertId, MINUTE_MS, timestamp } from '@footfall/core-domain'
import type { Principal } from '@footfall/scopes-policy'
import { describeEachDialect } from '@footfall/testkit'
import { beforeAll, expect, it } from 'vitest'
import { type CallingScenario, scenarioOn } from '../../test-support/index.ts'
import { createAlert } from './create.ts'
import { deleteAlert } from './delete.ts'
import { listAlerts } from './list.ts'
import { sendAlertTest } from './send-test.ts'
import { updateAlert } from './update.ts'

const target = { kind: 'email', addresses: ['Reader@Example.com'] }
const spikes = { name: 'Spikes', rule: { kind: 'spike' }, target }
const webhook = { kind: 'webhook', format: 'generic', url: 'https://hooks.example.com/footfall?key=abcd' }

describeEachDialect('alerts', (database) => {
  let on: CallingScenario
  let admin: Principal
  beforeAll(async () => {
    on = await scenarioOn(database)
    admin = await on.person('admin')
    const { revision: _, updated_at: __, ...events } = await database.store.settings.get(on.product, 'events')
    const signup = { name: 'signup', kind: 'custom', goal: true, revenue: false } as const
    await database.store.settings.put(on.product, 'events', { ...events, events: [signup] }, timestamp(0))
  })

  const answered = (body: object = spikes) => on.call(admin, createAlert, { body })
  const create = async (body?: object) => (await answered(body)).data
  const stored = async (id: AlertId) => database.store.alerts.find(on.product, id)
  /** As it is after it has notified that something began. */
  const activate = async (id: AlertId) => {
    const alert = await stored(id)
    if (alert === undefined) throw new Error('the alert is gone')
    const at = timestamp(database.clock.now())
    const evaluation = { at, problem: null, value: 300, usual: 100 }
    const evaluated = {
      due_at: timestamp(database.clock.now() + MINUTE_MS),
      active_since: at,
      last_judgement: evaluation,
    }
    expect(await database.store.transaction((tx) => tx.store.alerts.evaluated(alert, evaluated))).toBe(true)
  }

  it('creates an alert with the defaults of its rule, which is evaluated at once, and lists it', async () => {
    const { result } = await create()
    expect(result).toMatchObject({
      rule: { kind: 'spike', span: 'hour', percent: 100, minimum: 50 },
      target: { addresses: ['reader@example.com'], unsubscribed: [] },
      enabled: true,
      active_since: null,
      last_judgement: null,
      last_delivery: null,
      revision: 1,
    })
    expect((await stored(result.id))?.due_at).toBe(timestamp(database.clock.now()))
    expect((await on.call(admin, listAlerts)).data).toContainEqual(result)
  })

  it('shows the signing secret of a generic webhook once, and never its whole address', async () => {
    const made = await create({ ...spikes, target: webhook })
    expect(made.secret).toMatch(/^whs_[0-9A-Za-z]{43}$/)
    expect(made.result.target).toEqual({ kind: 'webhook', format: 'generic', url: 'https://hooks.example.com/…abcd' })
    const listed = JSON.stringify((await on.call(admin, listAlerts)).data)
    expect(listed).not.toContain(made.secret)
    expect(listed).not.toContain('footfall?key')
  })

  it.each(['https://hooks.example.com/', 'https://hooks.example.com/x', 'https://hooks.example.com/ab12?k=1'])(
    'shows nothing but the host of a webhook with a short address: %s',
    async (url) => {
      const made = await create({ ...spikes, target: { ...webhook, url } })
      expect(made.result.target.url).toBe('https://hooks.example.com/…')
    },
  )

  it('accepts a goal that the product has and rejects an unknown one', async () => {
    const goal = (name: string) => ({ ...spikes, rule: { kind: 'goal', goal: name, count: 10 } })
    expect(await answered(goal('sign-up'))).toMatchObject({ code: 'invalid_request', fields: ['rule.goal'] })
    expect(JSON.stringify(await answered(goal('Nope')))).toContain('available: “signup”')
    expect((await create(goal('signup'))).result.rule).toEqual({ kind: 'goal', goal: 'signup', count: 10 })
  })

  it.each([
    ['a percentage of a drop above 100', { kind: 'drop', percent: 101 }],
    ['an unknown kind', { kind: 'errors' }],
    ['a field of another kind', { kind: 'silent', percent: 50 }],
    ['no hours', { kind: 'silent', hours: 0 }],
  ])('rejects an alert with %s', async (_, rule) => {
    expect(await answered({ ...spikes, rule })).toMatchObject({ code: 'invalid_request' })
  })

  it('rejects a webhook with a private address', async () => {
    const local = { ...webhook, url: 'https://127.0.0.1/hook' }
    expect(await answered({ ...spikes, target: local })).toMatchObject({ fields: ['target.url'] })
  })

  it('starts an alert afresh after a change of its rule or a stop, but not after a change of its name', async () => {
    const { result } = await create()
    const path = { alert: result.id }
    const change = async (body: object) => (await on.call(admin, updateAlert, { path, body })).data.result
    await activate(result.id)
    expect(await change({ name: 'Renamed' })).toMatchObject({ active_since: expect.any(String) })
    expect(await change({ rule: { kind: 'spike', percent: 200 } })).toMatchObject({
      active_since: null,
      last_judgement: null,
    })
    await activate(result.id)
    expect(await change({ enabled: false })).toMatchObject({ enabled: false, active_since: null })
    expect((await stored(result.id))?.due_at).toBeUndefined()
    expect(await change({ enabled: true })).toMatchObject({ enabled: true, last_judgement: null })
  })

  it('deletes an alert together with its pending deliveries', async () => {
    const { result } = await create()
    await on.call(admin, deleteAlert, { path: { alert: result.id } })
    expect(await stored(result.id)).toBeUndefined()
    expect(await on.call(admin, deleteAlert, { path: { alert: result.id } })).toMatchObject({ code: 'not_found' })
  })

  it('sends a test, marked as one, to all recipients, and leaves the state of the alert unchanged', async () => {
    const addresses = ['reader@example.com', 'other@example.com']
    const { result } = await create({ ...spikes, target: { kind: 'email', addresses } })
    await activate(result.id)
    const before = await stored(result.id)
    const answer = await on.call(admin, sendAlertTest, { path: { alert: result.id } })
    expect(answer.data.result).toEqual({ id: result.id, requested: true })
    const now = timestamp(database.clock.now())
    const taken = await database.store.transaction((tx) => tx.store.deliveries.take(now, now, 1_000))
    const sent = taken.filter(({ source }) => source === result.id)
    const reached = sent.flatMap(({ recipient }) => (recipient.kind === 'email' ? [recipient.address] : []))
    expect(reached.toSorted()).toEqual(addresses.toSorted())
    expect(sent[0]?.message).toMatchObject({
      subject: expect.stringContaining('test: Spikes'),
      data: { type: 'alert_test', alert: { id: result.id }, product: { id: on.product } },
    })
    expect(await stored(result.id)).toEqual(before)
  })

  it('sends at most ten tests of an alert in 24 hours', async () => {
    const { result } = await create()
    const send = () => on.call(admin, sendAlertTest, { path: { alert: result.id } })
    for (let i = 0; i < 10; i++) {
      expect((await send()).data.state).toBe('executed')
      database.clock.advance(MINUTE_MS)
    }
    expect(await send()).toMatchObject({ code: 'rate_limited' })
  })

  it('allows 20 alerts for each product', async () => {
    const other = await scenarioOn(database)
    const owner = await other.person('owner')
    for (let i = 0; i < 20; i++) await other.call(owner, createAlert, { body: spikes })
    expect(await other.call(owner, createAlert, { body: spikes })).toMatchObject({ code: 'quota_exceeded' })
  })
})
