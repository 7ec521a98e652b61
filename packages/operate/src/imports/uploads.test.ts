import { access, mkdir, mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AccountId,
  AlreadyExists,
  addDays,
  CallerGone,
  DAY_MS,
  HOUR_MS,
  InvalidRequest,
  idFactory,
  PayloadTooLarge,
  type ProductId,
  ServiceUnavailable,
  timestamp,
  type UploadedFile,
  UTC,
  utcDate,
} from '@footfall/core-domain'
import { seededRandom, seedProduct, testDatabase } from '@footfall/testkit'
import { testEngine } from '@footfall/warehouse/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedEvents } from '../test-support/stored-events.ts'
import { checkQueue } from './check-queue.ts'
import { createImports, type Imports } from './imports.ts'
import { createUploads, type Uploads } from './uploads.ts'

const BYTES_MAX = 10_000
const never = new AbortController().signal
const unaudited = async () => {}

describe('uploads', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()
  let uploads: Uploads
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'footfall-uploads-'))
    uploads = open()
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  const random = seededRandom('uploads')
  /** A service on the data directory, as one that starts. */
  function open(
    store: Parameters<typeof createUploads>[0]['store'] = database.control.store,
    bytesMax = BYTES_MAX,
    isSole = true,
    watched: (imports: Imports) => Imports = (imports) => imports,
  ): Uploads {
    const { control, clock } = database
    const shared = { clock, random, dataDir }
    const closeImported = async () => {}
    const imports = createImports({ ...shared, control, engine, geoDatabase: undefined, processors: 1, closeImported })
    return createUploads({ ...shared, store, imports: watched(imports), checks: checkQueue(), bytesMax, isSole })
  }

  const line = (visitor: string) =>
    `${JSON.stringify({ timestamp: '2026-03-02T10:00:00Z', name: 'pageview', url: 'https://example.com/', visitor })}\n`
  async function* pieces(text: string) {
    for (let at = 0; at < text.length; at += 100) yield Buffer.from(text.slice(at, at + 100))
  }
  const send = (product: ProductId, text: string, over: Partial<UploadedFile> = {}) =>
    uploads.receive(product, { name: 'history.ndjson', skipInvalid: false, ...over }, pieces(text), never, unaudited)
  const newProduct = async () => (await seedProduct(database)).product
  async function newProductOf(account: AccountId): Promise<ProductId> {
    const ids = idFactory(random)
    const id = ids.product()
    const product = { id, name: 'Other', timezone: UTC, created_at: timestamp(database.clock.now()) }
    await database.store.transaction((tx) => tx.store.products.insert(product, { member: ids.member(), account }))
    return id
  }
  const waiting = async () => (await readdir(join(dataDir, 'uploads'))).filter((name) => name.startsWith('imp_'))
  const start = async ({ id }: { readonly id: Parameters<typeof database.store.imports.find>[0] }) => {
    const record = await database.store.imports.find(id)
    if (record === undefined) throw new Error('no record')
    await database.store.transaction((tx) => tx.store.imports.put({ ...record, status: 'running' }))
  }

  it('uploads report what they would add, are imported once they are started, and are deleted then', async () => {
    const product = await newProduct()
    const record = await send(product, line('ann') + line('bob'))
    expect(record).toMatchObject({ status: 'uploaded', rows: 2, from: '2026-03-02', to: '2026-03-02' })
    await uploads.continueAll(never)
    expect(await storedEvents(engine, product)).toBe(0)
    await start(record)
    await open().continueAll(never)
    expect(await storedEvents(engine, product)).toBe(2)
    expect(await database.store.imports.find(record.id)).toMatchObject({ status: 'complete', percent: 100, rows: 2 })
    expect(await waiting()).toEqual([])
    await expect(send(product, line('ann') + line('bob'))).rejects.toThrow(AlreadyExists)
    expect(await waiting()).toEqual([])
  })

  it('uploads larger than the limit are rejected and leave nothing behind, whatever size they declare', async () => {
    const product = await newProduct()
    const large = line('ann').repeat(200)
    await expect(send(product, large, { bytes: large.length })).rejects.toThrow(PayloadTooLarge)
    await expect(send(product, large, { bytes: 5 })).rejects.toThrow(PayloadTooLarge)
    await expect(send(product, '')).rejects.toThrow('is empty')
    await expect(send(product, 'nonsense')).rejects.toThrow(InvalidRequest)
    expect(await waiting()).toEqual([])
    expect((await database.store.imports.list(product, { limit: 10 })).rows).toEqual([])
  })

  it('uploads end once all files together use up their space, even if none declares its length', async () => {
    const MB = 1024 ** 2
    const large = open(database.control.store, 17 * MB)
    const other = join(dataDir, 'uploads', 'imp_other')
    async function* growing() {
      yield Buffer.alloc(8 * MB, ' ')
      await writeFile(other, '')
      await truncate(other, 4 * 17 * MB)
      yield Buffer.alloc(8 * MB, ' ')
    }
    const file = { name: 'a.ndjson', skipInvalid: false }
    await expect(large.receive(await newProduct(), file, growing(), never, unaudited)).rejects.toThrow(
      ServiceUnavailable,
    )
    await rm(other)
    expect(await waiting()).toEqual([])
  })

  it('uploads replace the one that waited, one per product', async () => {
    const product = await newProduct()
    const first = await send(product, line('ann'))
    const second = await send(product, line('bob'))
    expect(await waiting()).toEqual([second.id])
    expect(await database.store.imports.find(first.id)).toBeUndefined()
    const { promise: held, resolve: go } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    async function* slow() {
      begin()
      await held
      yield Buffer.from(line('kim'))
    }
    const file = { name: 'a.ndjson', skipInvalid: false }
    const running = uploads.receive(product, file, slow(), never, unaudited)
    await begun
    await expect(send(product, line('eve'))).rejects.toThrow(AlreadyExists)
    go()
    await running
  })

  it('uploads of one account to several products run one after the other: a second one is rejected before its bytes are read', async () => {
    const { product: first, people } = await seedProduct(database)
    const second = await newProductOf(people.owner.account.id)
    const { promise: held, resolve: go } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    async function* slow() {
      begin()
      await held
      yield Buffer.from(line('kim'))
    }
    const file = { name: 'a.ndjson', skipInvalid: false }
    const running = uploads.receive(first, file, slow(), never, unaudited)
    await begun
    let bytesRead = 0
    async function* counted() {
      bytesRead++
      yield Buffer.from(line('eve'))
    }
    const other = uploads.receive(second, file, counted(), never, unaudited)
    await expect(other).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 30 })
    expect(bytesRead).toBe(0)
    go()
    await running
    expect(await uploads.receive(second, file, counted(), never, unaudited)).toMatchObject({ rows: 1 })
  })

  it('uploads that wait in several products of one account leave room on the disk for those of another account', async () => {
    const { product: first, people } = await seedProduct(database)
    const second = await newProductOf(people.owner.account.id)
    const half = line('lea').repeat(BYTES_MAX / 2 / line('lea').length + 1)
    const record = await send(first, half)
    const noRoom = /^Other files of the account that owns the product/
    await expect(send(second, half)).rejects.toThrow(noRoom)
    await expect(send(second, line('mia'), { bytes: half.length })).rejects.toThrow(noRoom)
    expect(await send(second, line('mia'))).toMatchObject({ rows: 1 })
    expect(await send(await newProduct(), half)).toMatchObject({ status: 'uploaded' })
    expect(await send(first, half)).toMatchObject({ status: 'uploaded' })
    expect(await waiting()).not.toContain(record.id)
  })

  it('uploads that take more than three hours to arrive are rejected', async () => {
    async function* slow() {
      yield Buffer.from(line('nia'))
      database.clock.advance(3 * HOUR_MS + 1)
      yield Buffer.from(line('ola'))
    }
    const file = { name: 'slow.ndjson', skipInvalid: false }
    const late = uploads.receive(await newProduct(), file, slow(), never, unaudited)
    await expect(late).rejects.toThrow('file: took more than 3 hours to arrive')
  })

  it('uploads whose sender leaves while they are checked leave neither a file nor a record', async () => {
    const product = await newProduct()
    const states = async () => (await readdir(join(dataDir, 'imports'))).filter((name) => name.startsWith('imp_'))
    const before = { files: await waiting(), states: await states() }
    const leaving = new AbortController()
    let blocks = 0
    const onProgress = () => {
      blocks++
      leaving.abort()
    }
    const large = open(database.control.store, 100 * 1024 ** 2, true, (imports) => ({
      ...imports,
      check: (id, given, watched) => imports.check(id, given, { ...watched, onProgress }),
    }))
    const many = Buffer.from(line('ann').repeat(10_000))
    async function* body() {
      for (let i = 0; i < 30; i++) yield many
    }
    const file = { name: 'a.ndjson', skipInvalid: false }
    const receiving = large.receive(product, file, body(), leaving.signal, unaudited)
    await expect(receiving).rejects.toBeInstanceOf(CallerGone)
    // The file has a dozen blocks.
    expect(blocks).toBe(1)
    expect(await database.store.imports.list(product, { limit: 1 })).toMatchObject({ rows: [] })
    expect({ files: await waiting(), states: await states() }).toEqual(before)
  })

  it('uploads of a sender who leaves are deleted', async () => {
    const product = await newProduct()
    const before = await waiting()
    async function* broken(): AsyncIterable<Uint8Array> {
      yield Buffer.from('{')
      throw new Error('the sender left')
    }
    const file = { name: 'a.ndjson', skipInvalid: false }
    await expect(uploads.receive(product, file, broken(), never, unaudited)).rejects.toThrow('the sender left')
    expect(await waiting()).toEqual(before)
  })

  it('uploads that somebody starts while another file arrives are not deleted for it', async () => {
    const product = await newProduct()
    const record = await send(product, line('zoe'))
    await start(record)
    // As it was read before the start.
    const uploaded = async () => [record]
    const { transaction, imports, products } = database.control.store
    const stale = open({ transaction, products, imports: { ...imports, uploaded } })
    const file = { name: 'a.ndjson', skipInvalid: false }
    await stale.receive(product, file, pieces(line('zed')), never, unaudited)
    expect(await database.store.imports.find(record.id)).toMatchObject({ status: 'running' })
    await uploads.continueAll(never)
    expect(await storedEvents(engine, product)).toBe(1)
  })

  it('uploads that nobody starts, and files without a record, are deleted after a day', async () => {
    const record = await send(await newProduct(), line('ann'))
    const orphan = join(dataDir, 'uploads', 'imp_orphan')
    await writeFile(orphan, 'x')
    await utimes(orphan, new Date(database.clock.now()), new Date(database.clock.now()))
    await uploads.continueAll(never)
    await access(orphan)
    database.clock.advance(DAY_MS + 1000)
    await uploads.continueAll(never)
    expect(await waiting()).toEqual([])
    expect(await database.store.imports.find(record.id)).toBeUndefined()
  })

  it('uploads leave no unused state of an import behind', async () => {
    const state = join(dataDir, 'imports', 'imp_orphan')
    await mkdir(state, { recursive: true })
    await writeFile(join(state, 'events.ndjson'), 'x')
    await utimes(state, new Date(database.clock.now()), new Date(database.clock.now()))
    await uploads.continueAll(never)
    await access(state)
    database.clock.advance(DAY_MS + 1000)
    await uploads.continueAll(never)
    await expect(access(state)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('uploads that are removed while they wait or run store nothing', async () => {
    const product = await newProduct()
    const record = await send(product, line('ann'))
    await start(record)
    const running = await database.store.imports.find(record.id)
    if (running === undefined) throw new Error('no record')
    await database.store.transaction((tx) => tx.store.imports.put({ ...running, status: 'removing' }))
    await uploads.continueAll(never)
    expect(await database.store.imports.find(record.id)).toMatchObject({ status: 'removed' })
    expect(await storedEvents(engine, product)).toBe(0)
    expect(await waiting()).toEqual([])
  })

  it('uploads report how many events and days the product does not keep, before the start and after it', async () => {
    const product = await newProduct()
    const old = line('ann').replaceAll('2026-03-02', '2020-01-01')
    const older = line('eve').replaceAll('2026-03-02', '2019-12-30')
    const kept_from = addDays(utcDate(database.clock.now()), -1095)
    const record = await send(product, older + old + old + line('ann'))
    const beyond = { retention_days: 1095, kept_from, days: 2, events: 3, figures: 0 }
    expect(record).toMatchObject({ rows: 4, from: '2019-12-30', to: '2026-03-02', beyond_retention: beyond })
    await start(record)
    await uploads.continueAll(never)
    expect(await database.store.imports.find(record.id)).toMatchObject({ status: 'complete', beyond_retention: beyond })
    expect(await send(product, line('bob'))).toMatchObject({ beyond_retention: null })
  })

  it('started uploads are imported in turn by account', async () => {
    const { product: first, people } = await seedProduct(database)
    const second = await newProductOf(people.owner.account.id)
    const third = await newProduct()
    const records = []
    for (const product of [first, second, third]) {
      records.push(await send(product, line('ann')))
      database.clock.advance(1000)
    }
    for (const record of records) await start(record)
    const order: ProductId[] = []
    const watched = open(database.control.store, BYTES_MAX, true, (imports) => ({
      ...imports,
      runStarted(record, watched) {
        order.push(record.product)
        return imports.runStarted(record, watched)
      },
    }))
    await watched.continueAll(never)
    expect(order).toEqual([first, third, second])
  })

  it('uploads whose file is gone, as after a restore, fail with a message to upload it again', async () => {
    const [started, waits] = [await send(await newProduct(), line('ann')), await send(await newProduct(), line('bob'))]
    await start(started)
    for (const { id } of [started, waits]) await rm(join(dataDir, 'uploads', id))
    const replica = open(database.control.store, BYTES_MAX, false)
    await replica.continueAll(never)
    expect(await database.store.imports.find(started.id)).toMatchObject({ status: 'running' })
    await open().continueAll(never)
    for (const { id, product } of [started, waits]) {
      const problem = expect.stringContaining('Upload it again')
      expect(await database.store.imports.find(id)).toMatchObject({ status: 'failed', problem })
      expect(await storedEvents(engine, product)).toBe(0)
    }
    expect(await send(started.product, line('ann'))).toMatchObject({ status: 'uploaded', rows: 1 })
  })

  it('uploads whose file no replica has processed for a day fail as well', async () => {
    const record = await send(await newProduct(), line('kay'))
    await start(record)
    await rm(join(dataDir, 'uploads', record.id))
    const replica = open(database.control.store, BYTES_MAX, false)
    database.clock.advance(DAY_MS + 1000)
    await replica.continueAll(never)
    expect(await database.store.imports.find(record.id)).toMatchObject({ status: 'failed' })
  })

  it('uploads whose audit entry cannot be stored leave neither a record nor a file', async () => {
    const product = await newProduct()
    const file = { name: 'a.ndjson', skipInvalid: false }
    const before = await waiting()
    const broken = async () => {
      throw new Error('no audit entry')
    }
    await expect(uploads.receive(product, file, pieces(line('ann')), never, broken)).rejects.toThrow('no audit entry')
    expect((await database.store.imports.list(product, { limit: 10 })).rows).toEqual([])
    expect(await waiting()).toEqual(before)
  })
})
