import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEventExport } from '@footfall/analytics'
import { identifiedVisitor, importedVisitor, Role, timestamp } from '@footfall/core-domain'
import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { roleAtLeast, SCOPES } from '@footfall/scopes-policy'
import { type SeededProduct, seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Served, serve } from './test-support.ts'
import { OUR_ORIGIN, type Person, personAt, type SignedIn, signedIn } from './test-support-session.ts'

const KEY = new Uint8Array(32).fill(7)
const ADA = 'ada@example.com'
const UNICODE = 'Zoë 👩‍👩‍👧 “%2F”'
const LONGEST = 'n'.repeat(255)
const PAGEVIEW = { kind: 'pageview', name: 'pageview', hostname: 'example.com', ts: '2026-11-20 10:00:00.000' }
const JSON_TYPE = { 'content-type': 'application/json' }

interface StoredPageview {
  readonly path: string
  readonly visitor: string
  readonly visit: string
  readonly identified?: 1
  readonly ts?: string
}

describe.each(['sqlite', 'postgres'] as const)('the export of a visitor on %s', (dialect) => {
  const database = testDatabase(dialect)
  const engine = testEngine()
  let directory: string
  let served: Served
  let people: SignedIn
  let seeded: SeededProduct
  let admin: Person

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'footfall-visitor-export-'))
    const exports = await openEventExport({ ...database, engine: engine.engine, directory })
    people = signedIn(database)
    served = await serve({
      ...servicesOn(database),
      ...(await engine.services(database)),
      ...people.services,
      exports,
    })
    seeded = await seedProduct(database)
    admin = await personAt(served, people, seeded.people.admin.account)
    await setIdentity(seeded, 'identified')
    const other = await seedProduct(database)
    await setIdentity(other, 'identified')
    const ada = identifiedVisitor(KEY, ADA)
    await insert(seeded, [
      // Of one visit, in the middle of which the visitor was named.
      { path: '/second', visitor: ada, identified: 1, visit: '1', ts: '2026-11-10 10:01:00.000' },
      { path: '/first', visitor: '90', visit: '1', ts: '2026-11-10 10:00:00.000' },
      { path: '/later', visitor: ada, identified: 1, visit: '2', ts: '2026-11-19 10:00:00.000' },
      { path: '/imported', visitor: importedVisitor(seeded.product, ADA), visit: '3', ts: '2026-11-01 10:00:00.000' },
      { path: '/unicode', visitor: identifiedVisitor(KEY, UNICODE), identified: 1, visit: '4' },
      { path: '/longest', visitor: identifiedVisitor(KEY, LONGEST), identified: 1, visit: '5' },
      { path: '/anonymous', visitor: '91', visit: '6' },
    ])
    await insert(other, [{ path: '/other', visitor: ada, identified: 1, visit: '7' }])
  })
  afterAll(async () => {
    await served.close()
    await rm(directory, { recursive: true, force: true })
  })

  const setIdentity = ({ product }: SeededProduct, to: 'identified' | 'daily') =>
    database.store.transaction(({ store }) =>
      to === 'identified' ? store.visitorKeys.create(product, KEY, timestamp(0)) : store.visitorKeys.destroy(product),
    )
  const insert = ({ product }: SeededProduct, rows: readonly StoredPageview[]) =>
    engine.engine.insert(
      'events',
      'JSONEachRow',
      rows.map((row) => JSON.stringify({ ...PAGEVIEW, ...row, product_id: product })).join('\n'),
      `${dialect} ${product}`,
    )
  const at = (product: string = seeded.product) => `/api/v1/products/${product}/visitors/export`
  const take = (visitor: string) =>
    fetch(served.url + at(), {
      method: 'POST',
      headers: { ...admin.headers, ...JSON_TYPE },
      body: JSON.stringify({ visitor }),
    })
  const pathsOf = async (visitor: string) => {
    const lines = (await (await take(visitor)).text()).split('\n')
    expect(lines.pop()).toBe('')
    return lines.map((line) => new URL(JSON.parse(line).url).pathname)
  }
  const entries = async () =>
    (await database.store.audit.list({ product: seeded.product, limit: 100 })).filter(
      ({ operation }) => operation === 'dashboard_visitors_export',
    )

  it('exports every event of the visits in which the visitor was named, and of imports, oldest first', async () => {
    expect(await pathsOf(ADA)).toEqual(['/imported', '/first', '/second', '/later'])
  })

  it('sends a file that is not cached, and neither it nor the audit log has the name or the pseudonym', async () => {
    const before = await entries()
    const response = await take(ADA)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/x-ndjson',
      'content-disposition': `attachment; filename="${seeded.product}-visitor.ndjson"`,
      'cache-control': 'private, no-store',
    })
    const text = await response.text()
    const [entry, ...more] = (await entries()).filter(({ id }) => !before.some((known) => known.id === id))
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      actor: { kind: 'session', account: seeded.people.admin.account.id },
      channel: 'dashboard',
      subject: `${seeded.product}-visitor.ndjson`,
      summary: 'Export the events of a visitor of “Example”.',
    })
    for (const secret of [ADA, identifiedVisitor(KEY, ADA), importedVisitor(seeded.product, ADA)]) {
      expect(text).not.toContain(secret)
      expect(JSON.stringify(entry)).not.toContain(secret)
    }
  })

  it('finds a name of any characters up to 255, exactly as the site writes it', async () => {
    expect(await pathsOf(UNICODE)).toEqual(['/unicode'])
    expect(await pathsOf(LONGEST)).toEqual(['/longest'])
    expect(await pathsOf('Ada@example.com')).toEqual([])
    expect(await pathsOf('nobody')).toEqual([])
  })

  it.each([
    ['no name', {}, 'visitor'],
    ['an empty name', { visitor: '' }, 'visitor'],
    ['256 characters', { visitor: 'n'.repeat(256) }, 'visitor'],
    ['a NUL', { visitor: 'a\0b' }, 'visitor'],
    ['a name that is not text', { visitor: 4711 }, 'visitor'],
    ['an unknown field', { visitor: ADA, format: 'csv' }, 'format'],
  ])('rejects an export with an error that names what is wrong, without an audit entry: %s', async (_, body, path) => {
    const before = await entries()
    const { status, body: problem } = await admin.ask('POST', at(), body)
    expect({ status, code: problem.code, paths: problem.errors.map((error: { path: string }) => error.path) }).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: [path],
    })
    expect(await entries()).toEqual(before)
  })

  it('accepts the name only in a JSON body, never in the address', async () => {
    const named = `${at()}?visitor=ada`
    expect(await admin.ask('GET', named)).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
    expect(await admin.ask('HEAD', at())).toMatchObject({ status: 405 })
    expect(await admin.ask('POST', named, { visitor: ADA })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'visitor' }] },
    })
    const form = { ...admin.headers, 'content-type': 'application/x-www-form-urlencoded' }
    const { status } = await served.send('POST', at(), 'visitor=ada', form)
    expect(status).toBe(415)
    expect(await served.send('POST', at(), '{', { ...admin.headers, ...JSON_TYPE })).toMatchObject({ status: 400 })
  })

  it.each(Role.options)('requires the role of an admin before it checks the input of an export: %s', async (role) => {
    const person = await personAt(served, people, seeded.people[role].account)
    const { status, body } = await person.ask('POST', at(), {})
    const allowed = roleAtLeast(role, 'admin')
    expect({ status, code: body.code }).toEqual(
      allowed ? { status: 400, code: 'invalid_request' } : { status: 403, code: 'role_forbidden' },
    )
  })

  it('allows the export only to people in the dashboard, of their own products, from its own pages', async () => {
    const body = { visitor: ADA }
    const { secret } = await seedToken(database, seeded.people.owner.account, { scopes: [...SCOPES] })
    const asToken = { authorization: `Bearer ${secret}`, ...JSON_TYPE }
    expect(await served.send('POST', at(), JSON.stringify(body), asToken)).toMatchObject({
      status: 403,
      body: { code: 'credential_not_accepted' },
    })
    expect(await served.send('POST', at(), JSON.stringify(body), JSON_TYPE)).toMatchObject({ status: 401 })
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: `${OUR_ORIGIN}.evil.example` }
    expect(await admin.ask('POST', at(), body, elsewhere)).toMatchObject({ status: 403 })
    const other = await seedProduct(database)
    expect(await admin.ask('POST', at(other.product), body)).toMatchObject({ status: 404 })
    expect(await admin.ask('POST', at('prd_unknown'), body)).toMatchObject({ status: 404 })
  })

  it('exports only what was imported under the name once visitors are no longer identified', async () => {
    await setIdentity(seeded, 'daily')
    expect(await pathsOf(ADA)).toEqual(['/imported'])
    expect(await pathsOf(UNICODE)).toEqual([])
  })
})
