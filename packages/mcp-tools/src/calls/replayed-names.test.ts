import { type ProductId, timestamp } from '@footfall/core-domain'
import { createKeptSecrets } from '@footfall/operations'
import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { committingStore, describeEachDialect, type SeededProduct, seedProduct } from '@footfall/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { BASE_URL, connections, ownerToken, type Served, serve } from '../test-support.ts'

const RENAME = 'service_products_update'
const DOMAINS = 'service_domains_update'
const CAN_ASK = { elicitation: { form: {} } }
const YES = { confirm: { action: 'accept', content: { confirm: true } } }
const LIMITS = { read_only: false, toolsets: null, preview_first: true, approval: false }

const engine = testEngine()

describeEachDialect('a confirmed write by name', (database) => {
  let served: Served
  let replica: Served
  let seeded: SeededProduct
  let name: string
  let token: string
  let products = 0
  const { oauth, assertStillActive, connect } = connections(database)

  beforeAll(async () => {
    const { store, clock, random } = database
    const keptSecrets = createKeptSecrets({ store, clock, random, key: new Uint8Array(32).fill(5), origin: BASE_URL })
    const reports = await engine.services(database)
    const access = { oauth, assertStillActive, keptSecrets }
    served = await serve({ ...servicesOn(database), ...reports, ...access })
    // Another process: it shares nothing with the first but the database.
    const control = database.open()
    const other = { ...database, control, store: committingStore(control.store) }
    replica = await serve({ ...servicesOn(other), ...reports, ...access })
  })
  beforeEach(async () => {
    name = `Lumen ${++products}`
    seeded = await seedProduct(database, { name })
    token = await ownerToken(database, seeded)
  })
  afterAll(() => Promise.all([served.close(), replica.close()]))

  const confirmed = (key: string) => ({ confirm: true, idempotency_key: key })
  const call = async (tool: string, given: Record<string, unknown>, at = served, secret = token, options = {}) => {
    const { status, body } = await at.call(tool, given, secret, options)
    expect({ status, error: body.error }).toEqual({ status: 200 })
    return body.result
  }
  const execute = async (...given: Parameters<typeof call>) => {
    const { structuredContent } = await call(...given)
    expect(structuredContent).toMatchObject({ data: { state: 'executed' } })
    return structuredContent
  }
  const rest = (product: string, change: object, key: string, at = served) =>
    at.rest('PATCH', `/api/v1/products/${product}`, change, token, {
      'service-confirm': 'true',
      'idempotency-key': key,
    })
  const addProduct = async (called: string): Promise<ProductId> => {
    const { data } = await execute('service_products_create', { name: called, ...confirmed(`add-${++products}`) })
    return data.result.id
  }

  it('a write by name is replayed after it changed that name, on every replica and by id, even if another product has the name', async () => {
    const given = { product: name, name: `${name} new`, ...confirmed('rename') }
    const first = await execute(RENAME, given)
    expect(first.meta.idempotency.replayed).toBe(false)
    const isReplayed = async () => {
      const byId = { ...given, product: seeded.product }
      for (const again of [
        await execute(RENAME, given),
        await execute(RENAME, given, replica),
        await execute(RENAME, byId),
      ]) {
        expect(again.data).toEqual(first.data)
        expect(again.meta.idempotency.replayed).toBe(true)
      }
      const { status, body } = await rest(seeded.product, { name: `${name} new` }, 'rename', replica)
      expect({ status, data: body.data, replayed: body.meta.idempotency.replayed }).toEqual({
        ...{ status: 200, data: first.data, replayed: true },
      })
    }
    await isReplayed()
    const other = await addProduct(name)
    await isReplayed()
    const untouched = await call('service_products_get', { product: other })
    expect(untouched.structuredContent.data.name).toBe(name)
  })

  it('a write by hostname is replayed after it removed that hostname', async () => {
    const before = `lumen-${products}.example`
    const after = `www.${before}`
    const domains = (hostname: string) => ({ domains: [{ hostname, primary: true }] })
    await execute(DOMAINS, { product: seeded.product, ...domains(before), ...confirmed('first') })
    const given = { product: before, ...domains(after), ...confirmed('domains') }
    const done = await execute(DOMAINS, given)
    const again = await execute(DOMAINS, given, replica)
    expect(again).toMatchObject({ data: done.data, meta: { idempotency: { replayed: true } } })
    const other = await addProduct(`Other of ${name}`)
    await execute(DOMAINS, { product: other, ...domains(before), ...confirmed('taken') })
    expect((await execute(DOMAINS, given)).data).toEqual(done.data)
    const unchanged = await call('service_domains_get', { product: other })
    expect(unchanged.structuredContent.data.domains).toEqual([{ hostname: before, primary: true }])
  })

  it('a write that names no product is replayed after a second product appears', async () => {
    const given = { name: `${name} new`, ...confirmed('only') }
    const first = await execute(RENAME, given)
    await addProduct(`Second of ${name}`)
    const again = await execute(RENAME, given)
    expect(again).toMatchObject({ data: first.data, meta: { idempotency: { replayed: true } } })
    const named = await call(RENAME, { ...given, product: `${name} new`, name: 'Other' })
    expect(named.structuredContent.code).toBe('idempotency_conflict')
  })

  it('a write by name conflicts with other arguments under its key, but not with the key of another credential', async () => {
    const given = { product: name, name: `${name} new`, ...confirmed('mine') }
    await execute(RENAME, given)
    const codeOf = async (more: object, secret = token) =>
      (await call(RENAME, { ...given, ...more }, served, secret)).structuredContent.code
    expect(await codeOf({}, await ownerToken(database, seeded))).toBe('not_found')
    expect(await codeOf({ idempotency_key: 'another' })).toBe('not_found')
    expect(await codeOf({ name: 'Else' })).toBe('not_found')
    await addProduct(name)
    expect(await codeOf({ name: 'Else' })).toBe('idempotency_conflict')
  })

  it('a write by name executes once when it is sent twenty times at once to two replicas', async () => {
    const given = { product: name, name: `${name} new`, ...confirmed('many') }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => execute(RENAME, given, i % 2 === 0 ? served : replica)),
    )
    expect(answers.filter(({ meta }) => !meta.idempotency.replayed)).toHaveLength(1)
    for (const { data } of answers) expect(data).toEqual(answers[0]?.data)
  })

  it('a repeated write is rejected, not replayed, once the credential has lost the product, its role or its scope', async () => {
    const given = { product: name, name: `${name} new`, ...confirmed('lost') }
    const { account } = seeded.people.owner
    const connection = connect(account.id, ['settings:write'], [seeded.product])
    await execute(RENAME, given, served, connection)
    await execute(RENAME, given, served, connection)
    const [member] = (await database.store.members.list(seeded.product, { limit: 10 })).rows.filter(
      ({ email }) => email === account.email,
    )
    if (member === undefined) throw new Error('The owner is not a member.')
    const at = timestamp(database.clock.now())
    await database.store.members.setRole(seeded.product, member.id, 'viewer', at)
    expect((await call(RENAME, given, served, connection)).structuredContent.code).toBe('role_forbidden')
    await database.store.members.remove(seeded.product, member.id)
    const gone = (await call(RENAME, given, served, connection)).structuredContent
    const never = (await call(RENAME, { ...given, product: 'Never' }, served, connection)).structuredContent
    expect({ ...gone, request_id: '' }).toEqual({ ...never, request_id: '' })
    expect(gone.code).toBe('not_found')
  })

  it('a write of a credential with preview first is replayed without another preview', async () => {
    const connection = connect(seeded.people.owner.account.id, ['settings:write'], [seeded.product], LIMITS)
    const given = { product: name, name: `${name} new` }
    const { meta } = (await call(RENAME, given, served, connection)).structuredContent
    const { preview } = meta.confirm
    const first = await execute(RENAME, { ...given, ...confirmed('previewed'), preview }, served, connection)
    for (const again of [{ ...confirmed('previewed'), preview }, confirmed('previewed')])
      expect(await execute(RENAME, { ...given, ...again }, replica, connection)).toMatchObject({
        ...{ data: first.data, meta: { idempotency: { replayed: true } } },
      })
  })

  it('a write that a person confirmed is replayed with the state of the question, and without it under its own key', async () => {
    for (const own of [{}, confirmed('asked')]) {
      const called = `${name} ${Object.keys(own).length}`
      const from = Object.keys(own).length === 0 ? name : `${name} 0`
      const given = { product: from, name: called, ...own }
      const { requestState } = await call(RENAME, given, served, token, { capabilities: CAN_ASK })
      const answer = { capabilities: CAN_ASK, params: { requestState, inputResponses: YES } }
      const first = await execute(RENAME, given, served, token, answer)
      const again = await execute(RENAME, given, replica, token, answer)
      expect(again).toMatchObject({ data: first.data, meta: { idempotency: { replayed: true } } })
      if (Object.keys(own).length > 0)
        expect(await execute(RENAME, given, served, token, { capabilities: CAN_ASK })).toMatchObject({
          ...{ data: first.data, meta: { idempotency: { replayed: true } } },
        })
    }
  })

  it('a write whose secret is shown on a page is replayed with the state of the page after the name has changed', async () => {
    const given = { product: name, name: 'CI', scopes: ['analytics:read'], ...confirmed('secret') }
    const capabilities = { elicitation: { url: {} } }
    const { requestState } = await call('service_keys_create', given, served, token, { capabilities })
    await execute(RENAME, { product: name, name: `${name} new`, ...confirmed('renamed') })
    const params = { requestState, inputResponses: { show_secret: { action: 'accept' } } }
    for (const options of [{ capabilities, params }, { capabilities }, {}]) {
      const again = await execute('service_keys_create', given, replica, token, options)
      expect(again.data).toMatchObject({ secret_returned_once: true, result: { name: 'CI' } })
      expect(again.data).not.toHaveProperty('secret')
    }
  })

  it('the preview and the result of a write state its product by name and id', async () => {
    const preview = await call(RENAME, { product: name, name: `${name} new` })
    expect(preview.structuredContent.meta.product).toEqual({ id: seeded.product, name })
    expect(preview.content[0].text).toContain(`product: ${name} (${seeded.product})`)
    const done = await execute(RENAME, { product: name, name: `${name} new`, ...confirmed('says') })
    expect(done.meta.product).toEqual({ id: seeded.product, name: `${name} new` })
    const { body } = await rest(seeded.product, { name: `${name} new` }, 'says')
    expect(body.meta.product).toEqual(done.meta.product)
  })
})
