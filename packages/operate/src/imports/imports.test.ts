import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { AlreadyExists, InvalidRequest, NotFound, type ProductId } from '@footfall/core-domain'
import { seededRandom, seedProduct, testDatabase } from '@footfall/testkit'
import { eventRow, testEngine } from '@footfall/warehouse/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedEvents } from '../test-support/stored-events.ts'
import type { ImportFile } from './import-files.ts'
import { lockedProduct } from './import-files.ts'
import { createImports, ImportStopped, type Imports } from './imports.ts'

describe('imports', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()
  let imports: Imports
  let product: ProductId
  let dataDir: string
  const random = seededRandom('imports')
  const bumped: string[] = []
  /** The status of every import at each of these calls. */
  const statusesWhenBumped: Promise<readonly string[]>[] = []
  const closed: string[] = []
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'footfall-imports-'))
    imports = createImports({
      control: database.control,
      engine,
      clock: database.clock,
      random,
      dataDir,
      geoDatabase: undefined,
      processors: availableParallelism(),
      closeImported: async (id) => void closed.push(id),
      bump(id) {
        bumped.push(id)
        statusesWhenBumped.push(statuses())
      },
    })
    product = (await seedProduct(database)).product
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  let files = 0
  const fileOf = async (...lines: readonly object[]): Promise<ImportFile> => {
    const path = join(dataDir, `file-${files++}.ndjson`)
    await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    return { path, name: 'history.ndjson', skipInvalid: false }
  }
  const event = (day: string, visitor: string) => ({
    timestamp: `2026-03-${day}T10:00:00Z`,
    name: 'pageview',
    url: 'https://example.com/',
    visitor,
  })
  const statusOf = async (file: string) =>
    (await database.store.imports.list(product, { limit: 100 })).rows.find((each) => each.id === file)
  const statuses = async () =>
    (await database.store.imports.list(product, { limit: 100 })).rows.map(({ status }) => status)

  it('imports keep a record, do nothing for the same file again, and accept it again after its removal', async () => {
    const file = await fileOf(event('02', 'ann'), event('05', 'bob'))
    const first = await imports.run(product, file)
    expect(first).toMatchObject({ source: 'footfall', from: '2026-03-02', to: '2026-03-05', rows: 2, repeated: false })
    expect(await imports.run(product, file)).toMatchObject({ id: first.id, rows: 2, repeated: true })
    expect(await storedEvents(engine, product)).toBe(2)
    expect(bumped).toEqual([product])
    expect(closed).toEqual([product])
    expect(await statusOf(first.id ?? '')).toMatchObject({ status: 'complete', percent: 100, rows: 2 })
    if (first.id === null) throw new Error('no record')
    expect(await imports.remove(first.id)).toEqual({ id: first.id, rows: 2 })
    expect(await imports.remove(first.id)).toEqual({ id: first.id, rows: 0 })
    expect(await storedEvents(engine, product)).toBe(0)
    expect(await statusOf(first.id)).toMatchObject({ status: 'removed' })
    const again = await imports.run(product, file)
    expect(again).toMatchObject({ rows: 2, repeated: false })
    expect(again.id).not.toBe(first.id)
    expect(await storedEvents(engine, product)).toBe(2)
  })

  it('imports report that answers may have changed before their record is complete or removed', async () => {
    statusesWhenBumped.length = 0
    const before = await statuses()
    const { id } = await imports.run(product, await fileOf(event('03', 'ann')))
    if (id === null) throw new Error('no record')
    await imports.remove(id)
    expect(await Promise.all(statusesWhenBumped)).toEqual([
      ['running', ...before],
      ['removing', ...before],
    ])
  })

  it('a dry run reports what a file would add and stores none of it', async () => {
    const before = [
      await storedEvents(engine, product),
      (await database.store.imports.list(product, { limit: 100 })).rows.length,
    ]
    const file = await fileOf(event('07', 'eve'), { nonsense: 1 }, event('09', 'eve'))
    const checked = await imports.check(product, { ...file, skipInvalid: true })
    expect(checked).toMatchObject({ source: 'footfall', events: 2, skipped: 1, from: '2026-03-07', to: '2026-03-09' })
    await expect(imports.check(product, file)).rejects.toThrow('line 2')
    expect([
      await storedEvents(engine, product),
      (await database.store.imports.list(product, { limit: 100 })).rows.length,
    ]).toEqual(before)
    expect((await readdir(join(dataDir, 'imports'))).filter((name) => name.startsWith('imp_'))).toEqual([])
  })

  it('imports of a rejected file fail with the reason, store nothing, and accept the file again', async () => {
    const before = await storedEvents(engine, product)
    const file = await fileOf(event('11', 'eve'), { ...event('12', 'eve'), timestamp: 'yesterday' })
    await expect(imports.run(product, file)).rejects.toThrow(InvalidRequest)
    await expect(imports.run(product, file)).rejects.toThrow('line 2: timestamp')
    expect(await storedEvents(engine, product)).toBe(before)
    const failed = (await database.store.imports.list(product, { limit: 100 })).rows.filter(
      ({ status }) => status === 'failed',
    )
    expect(failed).toHaveLength(2)
    expect(failed[0]?.problem).toContain('line 2: timestamp')
  })

  it('imports that are stopped continue with the same call, and every row counts once', async () => {
    const file = await fileOf(event('14', 'kim'), event('15', 'kim'))
    const before = await storedEvents(engine, product)
    const stopping = AbortSignal.abort()
    await expect(imports.run(product, file, { signal: stopping })).rejects.toThrow(ImportStopped)
    expect(await imports.run(product, file)).toMatchObject({ rows: 2, resumed: true, repeated: false })
    expect(await storedEvents(engine, product)).toBe(before + 2)
  })

  it('imports of one file that two callers start at once run once', async () => {
    const file = await fileOf(event('17', 'lea'), event('18', 'lea'))
    const before = await storedEvents(engine, product)
    const both = await Promise.all([imports.run(product, file), imports.run(product, file)])
    expect(both.map(({ repeated }) => repeated).sort()).toEqual([false, true])
    expect(await storedEvents(engine, product)).toBe(before + 2)
  })

  it('imports are removed without events that were collected or came with other imports', async () => {
    const live = eventRow({ product_id: product, visitor: '77', visit: '77' })
    await engine.insert('events', 'JSONEachRow', JSON.stringify(live), 'live')
    const before = await storedEvents(engine, product)
    const { id } = await imports.run(product, await fileOf(event('20', 'ann'), event('21', 'ann')))
    if (id === null) throw new Error('no record')
    await imports.remove(id)
    expect(await storedEvents(engine, product)).toBe(before)
    const [row] = await engine.rows<{ n: string }>(
      `SELECT count() AS n FROM events WHERE product_id = '${product}' AND import = ''`,
    )
    expect(row?.n).toBe('1')
  })

  it('rejects imports into a missing product, of a missing file and of an unknown format', async () => {
    const file = await fileOf(event('23', 'ann'))
    await expect(imports.run('prd_none', file)).rejects.toThrow(NotFound)
    await expect(imports.run(product, { ...file, path: join(dataDir, 'none') })).rejects.toThrow('cannot be read')
    await expect(imports.run(product, { ...file, path: dataDir })).rejects.toThrow('is not a file')
    await expect(imports.run(product, { ...file, name: 'notes.txt' })).rejects.toThrow('is not a recognized export')
  })

  it('rejects imports of a file that is named Parquet but is not Parquet', async () => {
    const file = { ...(await fileOf(event('24', 'ann'))), name: 'history.parquet' }
    await expect(imports.check(product, file)).rejects.toThrow(/^file: cannot be read as Parquet$/)
    await expect(imports.run(product, file)).rejects.toThrow(InvalidRequest)
  })

  it('imports wait for another import into the product, and are rejected when it continues', async () => {
    const directory = join(dataDir, 'imports')
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: held, resolve: end } = Promise.withResolvers<void>()
    const first = lockedProduct(directory, product, 0, () => {
      begin()
      return held
    })
    await begun
    await expect(lockedProduct(directory, product, 0, async () => 'second')).rejects.toThrow(AlreadyExists)
    const waiting = lockedProduct(directory, product, 10_000, async () => 'third')
    end()
    await first
    expect(await waiting).toBe('third')
  })
})
