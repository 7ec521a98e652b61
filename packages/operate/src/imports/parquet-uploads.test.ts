import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProductId } from '@footfall/core-domain'
import { seededRandom, seedProduct, startClickHouseHttp, testDatabase } from '@footfall/testkit'
import { createSchema, type Engine, openEngine } from '@footfall/warehouse'
import { openTestEngine } from '@footfall/warehouse/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedEvents } from '../test-support/stored-events.ts'
import { checkQueue } from './check-queue.ts'
import { createImports, type Imports } from './imports.ts'
import { createUploads, type Uploads } from './uploads.ts'

const never = new AbortController().signal
const ROWS = 5

const ENGINES = {
  embedded: async () => ({ engine: await openTestEngine(), stop: async () => {} }),
  async remote(directory: string) {
    const server = await startClickHouseHttp()
    const engine = await openEngine({ remote: { url: server.url, filesDirectory: join(directory, 'files') } })
    await createSchema(engine)
    return { engine, stop: () => server.stop() }
  },
}

describe.each(['embedded', 'remote'] as const)('uploads of Parquet files with the %s engine', (kind) => {
  const database = testDatabase('sqlite')
  let directory: string
  let engine: Engine
  let stop: () => Promise<unknown>
  let imports: Imports
  let uploads: Uploads
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'footfall-parquet-uploads-'))
    ;({ engine, stop } = await ENGINES[kind](directory))
    const { control, clock } = database
    const shared = { clock, random: seededRandom(kind), dataDir: directory }
    const closeImported = async () => {}
    imports = createImports({ ...shared, control, engine, geoDatabase: undefined, processors: 2, closeImported })
    const { store } = control
    uploads = createUploads({ ...shared, store, imports, checks: checkQueue(), bytesMax: 100_000, isSole: true })
  })
  afterAll(async () => {
    await engine.close()
    await stop()
    await rm(directory, { recursive: true, force: true })
  })

  /** A file of events that the engine writes. */
  async function parquet(name: string, select: string): Promise<string> {
    const path = join(directory, name)
    await engine.runOnFiles(`INSERT INTO FUNCTION file('${path}', 'Parquet') SELECT ${select}`)
    return path
  }
  const EVENTS = `toDateTime64('2026-03-02 10:00:00', 3, 'UTC') AS timestamp, 'pageview' AS name,
    'https://example.com/' AS url, toString(number) AS visitor`
  const send = async (product: ProductId, path: string) =>
    uploads.receive(product, { name: 'a.parquet', skipInvalid: false }, createReadStream(path), never, async () => {})

  it('Parquet files with events are uploaded, checked, started and counted', async () => {
    const { product } = await seedProduct(database)
    const path = await parquet('events.parquet', `${EVENTS} FROM numbers(${ROWS})`)
    const dry = await imports.check(product, { path, name: 'events.parquet', skipInvalid: false })
    expect(dry).toMatchObject({ source: 'footfall', events: ROWS, from: '2026-03-02', to: '2026-03-02' })
    const record = await send(product, path)
    expect(record).toMatchObject({ status: 'uploaded', rows: ROWS, from: '2026-03-02' })
    expect(await storedEvents(engine, product)).toBe(0)
    await database.store.transaction((tx) => tx.store.imports.put({ ...record, status: 'running' }))
    await uploads.continueAll(never)
    expect(await database.store.imports.find(record.id)).toMatchObject({ status: 'complete', rows: ROWS })
    expect(await storedEvents(engine, product)).toBe(ROWS)
    expect(await readdir(join(directory, 'imports'))).toEqual([product])
  })

  it('rejects an upload of a few bytes of Parquet that repeat one row many times, and keeps none of it', async () => {
    const { product } = await seedProduct(database)
    const path = await parquet('many.parquet', `repeat('x', 100) AS url FROM numbers(100000)`)
    await expect(send(product, path)).rejects.toThrow(
      /^file: has 100,000 rows in [\d,]+ bytes, and may have at most 20/,
    )
    expect((await readdir(join(directory, 'uploads'))).filter((name) => name.startsWith('imp_'))).toEqual([])
    expect((await readdir(join(directory, 'imports'))).filter((name) => name.startsWith('imp_'))).toEqual([])
  })
})
