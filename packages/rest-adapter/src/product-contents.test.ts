import { LocalDate, type ProductId, Role, timestamp } from '@footfall/core-domain'
import { roleAtLeast, SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, type SeededProduct, seedProduct, seedProductKey, seedToken } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Served, serve, servicesOf } from './test-support.ts'
import { type TestEngine, testEngine } from './test-support-engine.ts'
import { type Person, personAt, type SignedIn, signedIn } from './test-support-session.ts'

describeEachDialect('what people do to a product in the dashboard', (database) => {
  let engine: TestEngine
  let served: Served
  let sessions: SignedIn
  let seeded: SeededProduct
  let people: Record<Role, Person>

  const enter = async (product: SeededProduct) => {
    const entries = Role.options.map(
      async (role) => [role, await personAt(served, sessions, product.people[role].account)] as const,
    )
    return Object.fromEntries(await Promise.all(entries)) as Record<Role, Person>
  }
  beforeAll(async () => {
    engine = await testEngine()
    sessions = signedIn(database)
    served = await serve({ ...servicesOf(database), ...(await engine.services(database)), ...sessions.services })
    seeded = await seedProduct(database)
    people = await enter(seeded)
  })
  afterAll(async () => {
    await served.close()
    await engine.close()
  })

  const at = (rest: string, product: string = seeded.product) => `/api/v1/products/${product}${rest}`
  const launch = { date: '2026-11-01', title: 'Launch', note: 'With “quotes”, ünïcode 😀' }
  const create = async (body: object = launch) =>
    (await people.editor.ask('POST', at('/annotations'), body)).body.data.result
  const addApp = async () => {
    const id = database.ids.app()
    const now = timestamp(database.clock.now())
    await database.store.apps.insert(seeded.product, {
      id,
      platform: 'ios',
      name: 'App',
      bundle_id: `b.${id}`,
      created_at: now,
      revision: 1,
      updated_at: now,
    })
    return id
  }

  describe('annotations', () => {
    it('are made, changed field by field and deleted, with an entry in the audit log for each', async () => {
      const made = await people.editor.ask('POST', at('/annotations'), launch)
      expect(made).toMatchObject({
        status: 201,
        body: { data: { state: 'executed', result: { ...launch, revision: 1 } } },
      })
      const { id } = made.body.data.result

      const moved = await people.editor.ask('PATCH', at(`/annotations/${id}`), { date: '2026-11-02', revision: 1 })
      expect(moved.body.data.result).toMatchObject({ id, ...launch, date: '2026-11-02', revision: 2 })
      const { body } = await people.editor.ask('PATCH', at(`/annotations/${id}`), { title: 'Relaunch', note: null })
      expect(body.data.result).toMatchObject({ id, title: 'Relaunch', date: '2026-11-02', revision: 3 })
      expect(body.data.result).not.toHaveProperty('note')

      expect(await people.editor.ask('DELETE', at(`/annotations/${id}`))).toMatchObject({
        status: 200,
        body: { data: { result: { id, deleted: true } } },
      })
      expect(await people.editor.ask('DELETE', at(`/annotations/${id}`))).toMatchObject({ status: 404 })
      const entries = await database.store.audit.list({ product: seeded.product, limit: 10 })
      expect(
        entries
          .filter(({ subject }) => subject === id)
          .map(({ operation }) => operation)
          .sort(),
      ).toEqual([
        'dashboard_annotations_create',
        'dashboard_annotations_delete',
        'dashboard_annotations_update',
        'dashboard_annotations_update',
      ])
    })

    it('are not changed by somebody who read an older one', async () => {
      const { id } = await create()
      expect(await people.editor.ask('PATCH', at(`/annotations/${id}`), { title: 'X', revision: 7 })).toMatchObject({
        status: 409,
        body: { code: 'revision_conflict' },
      })
    })

    it('are at most a thousand for one product', async () => {
      const full = await seedProduct(database)
      const editor = (await enter(full)).editor
      const now = timestamp(database.clock.now())
      await database.store.transaction(async ({ store }) => {
        for (let i = 0; i < 1_000; i++) {
          const id = database.ids.annotation()
          const date = LocalDate.parse('2026-01-01')
          await store.annotations.insert(full.product, {
            id,
            date,
            title: 'T',
            created_at: now,
            revision: 1,
            updated_at: now,
          })
        }
      })
      expect(await editor.ask('POST', at('/annotations', full.product), launch)).toMatchObject({
        status: 409,
        body: { code: 'quota_exceeded' },
      })
    })

    it.each([
      ['POST', {}, ['date', 'title']],
      ['POST', { ...launch, date: '2026-02-30' }, ['date']],
      ['POST', { ...launch, date: 20261101 }, ['date']],
      ['POST', { ...launch, date: '2026-11-01T00:00:00Z' }, ['date']],
      ['POST', { ...launch, title: ' ' }, ['title']],
      ['POST', { ...launch, title: 'x'.repeat(201) }, ['title']],
      ['POST', { ...launch, title: 'a\u0000b' }, ['title']],
      ['POST', { ...launch, title: ['x'] }, ['title']],
      ['POST', { ...launch, note: 'x'.repeat(2001) }, ['note']],
      ['POST', { ...launch, note: null }, ['note']],
      ['POST', { ...launch, note: '\ud800' }, ['note']],
      ['POST', { ...launch, id: 'ann_mine' }, ['id']],
      ['POST', [launch], ['']],
      ['PATCH', { date: '' }, ['date']],
      ['PATCH', { title: null }, ['title']],
      ['PATCH', { title: '' }, ['title']],
      ['PATCH', { note: '' }, ['note']],
      ['PATCH', { note: 7 }, ['note']],
      ['PATCH', { revision: 0 }, ['revision']],
      ['PATCH', { revision: '1' }, ['revision']],
      ['PATCH', { surprise: true }, ['surprise']],
    ])('refuse %s of %j by naming what is wrong', async (method, body, paths) => {
      const path = method === 'POST' ? at('/annotations') : at(`/annotations/${(await create()).id}`)
      const answer = await people.editor.ask(method, path, body)
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: 'invalid_request' })
      expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual(paths)
    })

    it.each(['ann_unknown', 'not-an-id', "ann_' OR '1'='1", '__proto__'])('does not find %s', async (id) => {
      for (const [method, body] of [['PATCH', { title: 'X' }] as const, ['DELETE', undefined] as const]) {
        expect(await people.editor.ask(method, at(`/annotations/${encodeURIComponent(id)}`), body)).toMatchObject({
          status: 404,
        })
      }
    })

    it('of another product are not found through this one', async () => {
      const other = await seedProduct(database)
      const { id } = await create()
      const { editor } = await enter(other)
      const here = at(`/annotations/${id}`, other.product)
      expect((await editor.ask('PATCH', here, { title: 'X' })).status).toBe(404)
      expect((await editor.ask('DELETE', here)).status).toBe(404)
      expect((await editor.ask('DELETE', at(`/annotations/${id}`))).status).toBe(404)
    })
  })

  describe('an app', () => {
    it('is removed, and is then not there', async () => {
      const id = await addApp()
      expect(await people.admin.ask('DELETE', at(`/apps/${id}`))).toMatchObject({
        status: 200,
        body: { data: { result: { id, deleted: true } } },
      })
      expect(await database.store.apps.find(seeded.product, id)).toBeUndefined()
      expect((await people.admin.ask('DELETE', at(`/apps/${id}`))).status).toBe(404)
      expect((await people.admin.ask('DELETE', at('/apps/whatever'))).status).toBe(404)
    })

    it('of another product is not found through this one', async () => {
      const id = await addApp()
      const other = await seedProduct(database)
      expect((await (await enter(other)).owner.ask('DELETE', at(`/apps/${id}`, other.product))).status).toBe(404)
    })
  })

  type Wanted = readonly [rest: string, body?: object]
  const asks: readonly [string, Role, string, () => Promise<Wanted>][] = [
    ['create an annotation', 'editor', 'POST', async () => ['/annotations', launch]],
    ['change an annotation', 'editor', 'PATCH', async () => [`/annotations/${(await create()).id}`, { title: 'X' }]],
    ['delete an annotation', 'editor', 'DELETE', async () => [`/annotations/${(await create()).id}`]],
    ['remove an app', 'admin', 'DELETE', async () => [`/apps/${await addApp()}`]],
    ['delete the product', 'owner', 'DELETE', async () => ['', { name: 'not its name' }]],
  ]
  describe.each(asks)('to %s', (_, least, method, prepare) => {
    it.each(Role.options)(`a role below ${least} does not suffice, and judges nothing else: %s`, async (role) => {
      const [rest, body] = await prepare()
      const { status, body: answer } = await people[role].ask(method, at(rest), body)
      if (!roleAtLeast(role, least))
        expect({ status, code: answer.code }).toEqual({ status: 403, code: 'role_forbidden' })
      else expect(answer.code === undefined || answer.code === 'invalid_request').toBe(true)
    })

    it('a token that may do everything does not suffice', async () => {
      const { secret } = await seedToken(database, seeded.people.owner.account, { scopes: [...SCOPES] })
      const [rest, body] = await prepare()
      const answer = await served.send(method, at(rest), body && JSON.stringify(body), {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        'service-confirm': 'true',
        'idempotency-key': 'k',
      })
      expect(answer).toMatchObject({ status: 403, body: { code: 'credential_not_accepted' } })
    })

    it('a person without the product finds nothing', async () => {
      const [rest, body] = await prepare()
      const stranger = (await enter(await seedProduct(database))).owner
      expect(await stranger.ask(method, at(rest), body)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    })
  })

  describe('a product', () => {
    const collect = (product: ProductId) =>
      served.send('POST', '/api/event', JSON.stringify({ product, name: 'pageview', url: 'https://example.com/' }), {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      })

    it('is deleted by its name only, after telling what is lost, and is then nowhere', async () => {
      const doomed = await seedProduct(database, { name: 'Döner “24”' })
      const { product } = doomed
      const { owner, admin } = await enter(doomed)
      const key = await seedProductKey(database, product)
      const token = await seedToken(database, doomed.people.owner.account, {
        scopes: [...SCOPES],
        products: { mode: 'selected', ids: [product] },
      })
      for (let i = 0; i < 3; i++) expect((await collect(product)).status).toBe(202)
      await engine.flush()

      for (const name of ['', 'Döner', 'döner “24”', product]) {
        const refused = await owner.ask('DELETE', at('', product), { name })
        expect({ status: refused.status, path: refused.body.errors?.[0].path }).toEqual({ status: 400, path: 'name' })
      }
      const asked = await owner.ask('DELETE', at('', product), { name: 'Döner “24”' }, { 'service-confirm': 'false' })
      expect(asked.body.data).toMatchObject({ state: 'previewed', operation: 'dashboard_products_delete' })
      expect(asked.body.data.warnings).toEqual([
        'Its events are deleted: 3.',
        'Its active keys stop working: 1.',
        'People who lose it, those invited included: 4.',
        'Access tokens that name it and reach it no longer: 1.',
      ])
      expect((await owner.ask('GET', at('', product))).status).toBe(200)

      expect(await owner.ask('DELETE', at('', product), { name: 'Döner “24”' })).toMatchObject({
        status: 200,
        body: { data: { state: 'executed', result: { id: product, deleted: true } } },
      })
      // A profile is read again after a second.
      database.clock.advance(1_000)
      expect(await collect(product)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect((await owner.ask('GET', at('', product))).status).toBe(404)
      expect((await admin.ask('GET', at('', product))).status).toBe(404)
      expect((await owner.ask('DELETE', at('', product), { name: 'Döner “24”' })).status).toBe(404)
      expect((await served.get(at('', product), token.secret)).status).toBe(404)
      expect((await served.get(`/api/v1/stats/goals?product=${product}`, key.secret)).status).toBe(401)
      expect((await owner.ask('GET', '/api/v1/products')).body.data).toEqual([])
      const [entry] = await database.store.audit.list({ product, limit: 1 })
      expect(entry).toMatchObject({ operation: 'dashboard_products_delete', subject: product, channel: 'dashboard' })

      const again = await owner.ask('POST', '/api/v1/products', { name: 'Döner “24”' })
      expect(again).toMatchObject({ status: 201 })
      expect(again.body.data.result.id).not.toBe(product)
    })

    it.each([
      [undefined, 'body'],
      [{}, 'name'],
      [{ name: 7 }, 'name'],
      [{ name: null }, 'name'],
      [{ name: 'Example', revision: 1 }, 'revision'],
    ])('is not deleted by %j', async (body, path) => {
      const { status, body: answer } = await people.owner.ask('DELETE', at(''), body)
      expect({ status, path: answer.errors?.[0].path }).toEqual({ status: 400, path })
      expect((await people.owner.ask('GET', at(''))).status).toBe(200)
    })
  })
})
