import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEventExport } from '@footfall/analytics'
import { type EventExport, RateLimited, Role, ServiceUnavailable } from '@footfall/core-domain'
import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { roleAtLeast, SCOPES } from '@footfall/scopes-policy'
import { type SeededProduct, seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Served, serve } from './test-support.ts'
import { type Person, personAt, type SignedIn, signedIn } from './test-support-session.ts'

const DAYS = 'from=2026-11-20&to=2026-11-20'

describe('a download of events', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()
  let directory: string
  let served: Served
  let people: SignedIn
  let seeded: SeededProduct
  let admin: Person
  /** What the next export does after its first piece. */
  let then: (() => AsyncIterable<Uint8Array>) | undefined
  let given: AbortSignal | undefined

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'footfall-downloads-'))
    const real = await openEventExport({ ...database, engine: engine.engine, directory })
    const exports: EventExport = {
      ...real,
      events(scope, range, format, reader) {
        given = reader.signal
        const rest = then
        then = undefined
        return rest ? rest() : real.events(scope, range, format, reader)
      },
    }
    people = signedIn(database)
    const services = { ...servicesOn(database), ...(await engine.services(database)), ...people.services }
    served = await serve({ ...services, exports })
    seeded = await seedProduct(database)
    admin = await personAt(served, people, seeded.people.admin.account)
    for (let i = 0; i < 3; i++) {
      const event = { product: seeded.product, name: `event ${i}`, url: 'https://example.com/ü' }
      await served.send('POST', '/api/event', JSON.stringify(event), {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
      })
      database.clock.advance(1_000)
    }
    await engine.flush()
  })
  afterAll(async () => {
    await served.close()
    await rm(directory, { recursive: true, force: true })
  })

  const at = (query: string, product: string = seeded.product) => `/api/v1/products/${product}/export?${query}`
  const take = (query: string, headers: Record<string, string> = { ...admin.headers }, method = 'GET') =>
    fetch(served.url + at(query), { method, headers })
  const entries = async () =>
    (await database.store.audit.list({ product: seeded.product, limit: 100 })).filter(
      ({ operation }) => operation === 'dashboard_export',
    )

  it.each([
    ['ndjson', 'application/x-ndjson'],
    ['csv', 'text/csv; charset=utf-8; header=present'],
    ['parquet', 'application/vnd.apache.parquet'],
  ])(
    'downloads a file with its own name and media type that is not cached, with an audit entry: %s',
    async (format, type) => {
      const before = await entries()
      const response = await take(`${DAYS}&format=${format}`)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': type,
        'content-disposition': `attachment; filename="${seeded.product}-2026-11-20-2026-11-20.${format}"`,
        'cache-control': 'private, no-store',
        'request-id': expect.stringMatching(/^req_/),
      })
      const bytes = Buffer.from(await response.arrayBuffer())
      if (format === 'parquet') expect(bytes.subarray(-4).toString()).toBe('PAR1')
      else expect(bytes.toString().match(/event \d/g)).toEqual(['event 0', 'event 1', 'event 2'])
      const [entry] = (await entries()).filter(({ id }) => !before.some((known) => known.id === id))
      expect(entry).toMatchObject({
        actor: { kind: 'session', account: seeded.people.admin.account.id },
        channel: 'dashboard',
        subject: `${seeded.product}-2026-11-20-2026-11-20.${format}`,
        summary: `Export the events of “Example” from 2026-11-20 to 2026-11-20 as ${format}.`,
      })
      expect(await readdir(directory)).toEqual([])
    },
  )

  it('downloads an empty file for days without events', async () => {
    const response = await take('from=2026-01-01&to=2026-01-31&format=ndjson')
    expect({ status: response.status, text: await response.text() }).toEqual({ status: 200, text: '' })
  })

  it('counts a download against the writes of its credential, since it appends an audit entry', async () => {
    let isUsedUp = false
    const admitWrite = async () => {
      if (isUsedUp) throw new RateLimited(60)
    }
    const limited = await serve({
      ...servicesOn(database),
      ...(await engine.services(database)),
      ...people.services,
      exports: await openEventExport({ ...database, engine: engine.engine, directory: join(directory, 'limited') }),
      admitWrite,
    })
    const person = await personAt(limited, people, seeded.people.admin.account)
    const path = at(`${DAYS}&format=csv`)
    expect((await fetch(limited.url + path, { headers: { ...person.headers } })).status).toBe(200)
    isUsedUp = true
    const before = await entries()
    expect(await person.ask('GET', path)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(await entries()).toEqual(before)
    await limited.close()
  })

  it('a HEAD request for a download appends no audit entry', async () => {
    const before = await entries()
    const response = await take(`${DAYS}&format=csv`, { ...admin.headers }, 'HEAD')
    expect(response.headers.get('content-type')).toMatch(/^text\/csv/)
    expect(await entries()).toEqual(before)
  })

  it.each([
    ['', ['from', 'to', 'format']],
    ['from=2026-11-20&to=2026-11-20', ['format']],
    [`${DAYS}&format=xml`, ['format']],
    [`${DAYS}&format=`, ['format']],
    [`${DAYS}&format=csv&format=ndjson`, ['format']],
    ['from=2026-02-30&to=2026-11-20&format=csv', ['from']],
    ['from=2026-11-20&to=20.11.2026&format=csv', ['to']],
    ['from=2026-11-20&to=2026-11-19&format=csv', ['to']],
    ['from=2010-01-01&to=2026-11-19&format=csv', ['to']],
    [`${DAYS}&format=csv&tz=UTC`, ['tz']],
    [`${DAYS}&format=csv&filename=x%22%0d%0aSet-Cookie:%20a=b`, ['filename']],
    [`${DAYS}&format=%FF`, ['query']],
  ])('rejects a download with an error that names what is wrong: %s', async (query, paths) => {
    const { status, body } = await admin.ask('GET', at(query))
    expect({ status, code: body.code, paths: body.errors.map((error: { path: string }) => error.path) }).toEqual({
      status: 400,
      code: 'invalid_request',
      paths,
    })
  })

  it.each(Role.options)('requires the role of an admin before it checks the input of a download: %s', async (role) => {
    const person = await personAt(served, people, seeded.people[role].account)
    const { status } = await fetch(served.url + at(`${DAYS}&format=csv`), { headers: { ...person.headers } })
    expect(status).toBe(roleAtLeast(role, 'admin') ? 200 : 403)
    if (!roleAtLeast(role, 'admin'))
      expect((await person.ask('GET', at('format=xml'))).body.code).toBe('role_forbidden')
  })

  it('allows downloads only to people in the dashboard, of their own products, from its own pages', async () => {
    const query = `${DAYS}&format=csv`
    const { secret } = await seedToken(database, seeded.people.owner.account, { scopes: [...SCOPES] })
    expect(await served.get(at(query), secret)).toMatchObject({
      status: 403,
      body: { code: 'credential_not_accepted' },
    })
    expect(await served.get(at(query))).toMatchObject({ status: 401, body: { code: 'invalid_token' } })
    expect(await admin.ask('GET', at(query), undefined, { 'sec-fetch-site': 'cross-site' })).toMatchObject({
      status: 403,
    })
    const other = await seedProduct(database)
    expect(await admin.ask('GET', at(query, other.product))).toMatchObject({ status: 404 })
    expect(await admin.ask('GET', at(query, 'prd_unknown'))).toMatchObject({ status: 404 })
    expect(await admin.ask('POST', at(query), {})).toMatchObject({ status: 405 })
  })

  it('a download that fails before its first byte returns a problem, and one that fails later breaks the connection', async () => {
    then = async function* () {
      yield* []
      throw new ServiceUnavailable()
    }
    expect(await admin.ask('GET', at(`${DAYS}&format=csv`))).toMatchObject({
      status: 503,
      body: { code: 'service_unavailable' },
    })
    then = async function* () {
      yield Buffer.from('half a file\n')
      throw new ServiceUnavailable()
    }
    const response = await take(`${DAYS}&format=ndjson`)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
    expect(served.logged.at(-1)?.message).toBe('a download broke off')
  })

  it('a download breaks off if its product is deleted meanwhile, since the rest of its events may be gone', async () => {
    const deleted = await seedProduct(database, { name: 'Deleted' })
    const person = await personAt(served, people, deleted.people.admin.account)
    then = async function* () {
      yield Buffer.from('half a file\n')
      await database.store.transaction(({ store }) => store.products.remove(deleted.product))
    }
    const response = await fetch(served.url + at(`${DAYS}&format=ndjson`, deleted.product), {
      headers: { ...person.headers },
    })
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
    expect(served.logged.at(-1)?.message).toBe('a download broke off')
  })

  it('leaves nothing behind when the reader disconnects before the first byte', async () => {
    let go: () => void = () => {}
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    let begun: () => void = () => {}
    const beginning = new Promise<void>((resolve) => {
      begun = resolve
    })
    let ended: () => void = () => {}
    const end = new Promise<void>((resolve) => {
      ended = resolve
    })
    then = async function* () {
      try {
        begun()
        await gate
        yield Buffer.from('first')
        yield Buffer.from('second')
      } finally {
        ended()
      }
    }
    const request = get(served.url + at(`${DAYS}&format=ndjson`), { headers: { ...admin.headers } })
    request.on('error', () => {})
    await beginning
    request.destroy()
    if (given?.aborted === false) await new Promise((resolve) => given?.addEventListener('abort', resolve))
    go()
    await end
  })

  it('stops at the engine when the reader disconnects, and never runs ahead of a slow reader', async () => {
    const PIECE = 1024 * 1024
    let made = 0
    let ended: () => void = () => {}
    const end = new Promise<void>((resolve) => {
      ended = resolve
    })
    then = async function* () {
      try {
        for (; made < 1_000; made++) yield Buffer.alloc(PIECE)
      } finally {
        ended()
      }
    }
    const logged = served.logged.length
    const response = await new Promise<IncomingMessage>((resolve) =>
      get(served.url + at(`${DAYS}&format=ndjson`), { headers: { ...admin.headers } }, resolve),
    )
    // One piece is read; the rest of the file has to wait for the sockets, which hold a few.
    for await (const _ of response) break
    response.destroy()
    await end
    expect(made).toBeLessThan(50)
    expect(given?.aborted).toBe(true)
    expect(served.logged.length).toBe(logged)
  })

  it('ends the connection of a reader that takes nothing, and the next reader gets the slot', async () => {
    const large = await seedProduct(database, { name: 'Large' })
    await engine.engine.run(`INSERT INTO events (product_id, ts, kind, name, visitor, visit, hostname, path)
      SELECT '${large.product}', toDateTime64('2026-11-20 10:00:00', 3, 'UTC'), 'pageview', 'pageview', 1, number, 'example.com',
        concat('/', repeat('x', 2000), toString(number)) FROM numbers(8000)`)
    const one = join(directory, 'one')
    const slots = { running: 1, files: 1, perAccount: 1, filesPerAccount: 1, perPerson: 1 }
    const exports = await openEventExport({ ...database, engine: engine.engine, directory: one, slots })
    const services = { ...servicesOn(database), ...(await engine.services(database)), ...people.services, exports }
    const [patient, impatient] = [await serve(services), await serve({ ...services, readerStallsAfterMs: 1_000 })]
    const { headers } = await personAt(patient, people, large.people.admin.account)
    const ask = (service: Served) =>
      new Promise<IncomingMessage>((resolve) =>
        get(service.url + at(`${DAYS}&format=csv`, large.product), { headers: { ...headers } }, resolve),
      )
    const askUntilFree = async (service: Served) => {
      let response = await ask(service)
      while (response.statusCode === 429) {
        response.resume()
        response = await ask(service)
      }
      return response
    }

    const holding = await ask(patient)
    holding.on('error', () => undefined)
    expect((await ask(patient)).statusCode).toBe(429)
    holding.destroy()
    const stalled = await askUntilFree(impatient)
    expect(stalled.statusCode).toBe(200)
    stalled.on('error', () => undefined)
    // It has the headers and takes no byte: 16 MB stay with the service.
    const closed = new Promise((resolve) => stalled.once('close', resolve))
    const next = await askUntilFree(patient)
    expect(next.statusCode).toBe(200)
    let bytes = 0
    for await (const chunk of next) bytes += (chunk as Buffer).length
    expect(bytes).toBeGreaterThan(16_000_000)
    stalled.resume()
    await closed
    expect(stalled.complete).toBe(false)
    expect([...patient.logged, ...impatient.logged]).toEqual([])
    await Promise.all([patient.close(), impatient.close()])
  })
})
