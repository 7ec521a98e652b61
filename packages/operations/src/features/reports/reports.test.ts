import type { Principal } from '@footfall/scopes-policy'
import { describeEachDialect } from '@footfall/testkit'
import { beforeAll, expect, it } from 'vitest'
import { openWebhook } from '../../messages/delivery-target.ts'
import { type CallingScenario, scenarioOn, servicesOn } from '../../test-support/index.ts'
import { createAccountReport } from '../account-reports/create.ts'
import { listAccountReports } from '../account-reports/list.ts'
import { sendAccountReport } from '../account-reports/send.ts'
import { createReport } from './create.ts'
import { deleteReport } from './delete.ts'
import { listReports } from './list.ts'
import { sendReport } from './send.ts'
import { updateReport } from './update.ts'

const email = { kind: 'email', addresses: ['Reader@Example.com', 'other@example.com'] }
const webhook = { kind: 'webhook', format: 'generic', url: 'https://hooks.example.com/footfall?key=abcd' }
const weekly = { name: 'Weekly', schedule: { every: 'week', weekday: 1, hour: 8 }, target: email }

describeEachDialect('reports', (database) => {
  let on: CallingScenario
  let admin: Principal
  beforeAll(async () => {
    on = await scenarioOn(database)
    admin = await on.person('admin')
  })

  const create = async (body: object = weekly) => (await on.call(admin, createReport, { body })).data
  const pathOf = async (body?: object) => ({ report: (await create(body)).result.id })
  const stored = (id: string) => database.store.scheduledReports.find({ product: on.product }, id as never)

  it('creates a report that is sent next at its hour in the time zone of the product, and lists it', async () => {
    const { result } = await create()
    expect(result).toMatchObject({
      product: on.product,
      name: 'Weekly',
      target: { kind: 'email', addresses: ['reader@example.com', 'other@example.com'], unsubscribed: [] },
      enabled: true,
      last_delivery: null,
      revision: 1,
    })
    expect(new Date(result.next_at).getTime()).toBeGreaterThan(database.clock.now())
    const listed = await on.call(admin, listReports)
    expect(listed.data).toContainEqual(result)
    expect(listed.meta).toEqual({ sends_email: true })
  })

  it('shows the signing secret of a generic webhook once, and later neither the secret nor the address', async () => {
    const made = (await on.call(admin, createReport, { body: { ...weekly, target: webhook } })).data
    expect(made.secret).toMatch(/^whs_[0-9A-Za-z]{43}$/)
    expect(made.result.target).toEqual({ kind: 'webhook', format: 'generic', url: 'https://hooks.example.com/…abcd' })
    const listed = JSON.stringify((await on.call(admin, listReports)).data)
    const entries = JSON.stringify(await database.store.audit.list({ product: on.product, limit: 50 }))
    const row = JSON.stringify(await stored(made.result.id))
    for (const text of [listed, entries, row]) {
      expect(text).not.toContain(made.secret)
      expect(text).not.toContain('footfall?key')
    }
  })

  it('opens the address and the secret of a webhook for its own report only', async () => {
    const made = (await on.call(admin, createReport, { body: { ...weekly, target: webhook } })).data
    const report = await stored(made.result.id)
    if (report?.target.kind !== 'webhook') throw new Error('the report has no webhook')
    const { sealer } = servicesOn(database).delivery
    expect(openWebhook(sealer, report.id, report.target)).toEqual({ url: webhook.url, secret: made.secret })
    expect(openWebhook(sealer, database.ids.report(), report.target)).toBeUndefined()
  })

  it('gives a report a new signing secret with a new webhook, and keeps the secret of an unchanged webhook', async () => {
    const made = (await on.call(admin, createReport, { body: { ...weekly, target: webhook } })).data
    const path = { report: made.result.id }
    const renamed = (await on.call(admin, updateReport, { path, body: { name: 'Other', revision: 1 } })).data
    expect(renamed).not.toHaveProperty('secret')
    const again = (await on.call(admin, updateReport, { path, body: { target: webhook } })).data
    expect(again.secret).toMatch(/^whs_/)
    expect(again.secret).not.toBe(made.secret)
  })

  it('stops and resumes a scheduled report', async () => {
    const path = await pathOf()
    const change = async (body: object) => (await on.call(admin, updateReport, { path, body })).data.result
    expect(await change({ enabled: false })).toMatchObject({ enabled: false, next_at: null })
    expect(await change({ enabled: true })).toMatchObject({ enabled: true, next_at: expect.any(String) })
    expect(await change({ name: 'Still on' })).toMatchObject({ enabled: true, revision: 4 })
  })

  it('deletes a report, and returns not_found for one of another product or account', async () => {
    const path = await pathOf()
    const other = await scenarioOn(database)
    const foreign = await other.person('admin')
    expect((await other.call(foreign, deleteReport, { path })).code).toBe('not_found')
    expect((await other.call(foreign, sendAccountReport, { path })).code).toBe('not_found')
    expect((await on.call(admin, deleteReport, { path })).data.result).toEqual({
      ...{ id: path.report },
      deleted: true,
    })
    expect((await on.call(admin, deleteReport, { path })).code).toBe('not_found')
  })

  it('does not let an editor create a report', async () => {
    expect((await on.call(await on.person('editor'), createReport, { body: weekly })).code).toBe('role_forbidden')
  })

  it('keeps reports about all products private to their account, with a time zone of their own', async () => {
    const owner = await on.person('owner')
    const body = { ...weekly, timezone: 'America/New_York' }
    const { result } = (await on.call(owner, createAccountReport, { body })).data
    expect(result).toMatchObject({ product: null, timezone: 'America/New_York' })
    expect((await on.call(owner, listAccountReports)).data).toContainEqual(result)
    expect((await on.call(admin, listAccountReports)).data).toEqual([])
    expect((await on.call(owner, createAccountReport, { body: weekly })).fields).toEqual(['timezone'])
  })

  it('warns in the preview of a report by email if no SMTP server is set up', async () => {
    const services = servicesOn(database)
    const without = await scenarioOn(database, {
      services: { ...services, delivery: { ...services.delivery, sendsEmail: false } },
    })
    const { data } = await without.preview(await without.person('admin'), createReport, { body: weekly })
    expect(data.warnings.join()).toContain('SMTP_URL')
  })

  it('accepts one request to send a report at a time', async () => {
    const path = await pathOf()
    expect((await on.call(admin, sendReport, { path })).data.result).toEqual({ id: path.report, requested: true })
    const first = (await stored(path.report))?.requested_at
    database.clock.advance(1_000)
    await on.call(admin, sendReport, { path })
    expect((await stored(path.report))?.requested_at).toBe(first)
  })

  const rejections: readonly (readonly [change: object, field: string])[] = [
    [{ schedule: { every: 'week', weekday: 8, hour: 8 } }, 'schedule.weekday'],
    [{ schedule: { every: 'week', weekday: 1, hour: 24 } }, 'schedule.hour'],
    [{ schedule: { every: 'month', day: 32, hour: 8 } }, 'schedule.day'],
    [{ schedule: { every: 'day', hour: 8 } }, 'schedule.every'],
    [{ target: { kind: 'email', addresses: [] } }, 'target.addresses'],
    [{ target: { kind: 'email', addresses: ['a@example.com', 'A@example.com'] } }, 'target.addresses'],
    [
      { target: { kind: 'email', addresses: Array.from({ length: 21 }, (_, i) => `a${i}@example.com`) } },
      'target.addresses',
    ],
    [{ target: { kind: 'email', addresses: ['a@example.com\nBcc: b@example.com'] } }, 'target.addresses.0'],
    ...[
      'http://example.com/hook',
      'https://user:password@example.com/',
      'ftp://example.com/',
      'https://10.0.0.1/',
      'https://127.0.0.1:8443/',
      'https://[::1]/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://169.254.169.254/latest/meta-data',
      'https://localhost/',
      'https://database/',
      'https://printer.local/',
      'https://localhost./',
      'https://a.localhost./',
      'https://printer.local./',
      'https://db.internal./',
      'https://127.0.0.1./',
      'https://0177.0.0.1/',
      'https://[::ffff:127.0.0.1]/',
      'https://@example.com/',
      'https://example.com:22/',
      'https://example.com:6379/hook',
      'https://example.com:80/',
      'javascript:alert(1)',
    ].map((url) => [{ target: { ...webhook, url } }, 'target.url'] as const),
    [{ target: { ...webhook, format: 'teams' } }, 'target.format'],
    [{ surprise: 1 }, 'surprise'],
  ]
  it.each(rejections)('rejects a report with %j', async (change, field) => {
    const rejected = await on.call(admin, createReport, { body: { ...weekly, ...change } })
    expect(rejected).toMatchObject({ code: 'invalid_request', fields: [field] })
  })
})
