import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '@footfall/warehouse'
import { openTestEngine } from '@footfall/warehouse/test-support'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parquetToNdjson } from './parquet.ts'

let engine: Engine
let directory: string
beforeAll(async () => {
  engine = await openTestEngine()
  directory = await mkdtemp(join(tmpdir(), 'footfall-parquet-'))
})
afterAll(async () => {
  await engine.close()
  await rm(directory, { recursive: true, force: true })
})

it('converts no Parquet file that the disk has no room for', async () => {
  const [parquet, ndjson] = [join(directory, 'rows.parquet'), join(directory, 'rows.ndjson')]
  await engine.run(`INSERT INTO FUNCTION file('${parquet}', 'Parquet') SELECT number AS n FROM numbers(3)`)
  await expect(parquetToNdjson(engine, parquet, ndjson, { disk: { freeBytes: async () => 1000 } })).rejects.toThrow(
    /^file: holds more than the disk of the service has room for$/,
  )
  await expect(access(ndjson)).rejects.toMatchObject({ code: 'ENOENT' })
  await parquetToNdjson(engine, parquet, ndjson)
  expect(await readFile(ndjson, 'utf8')).toBe('{"n":0}\n{"n":1}\n{"n":2}\n')
})

it('refuses a file that is no Parquet without naming directories of this machine', async () => {
  const file = join(directory, 'text.parquet')
  await writeFile(file, 'no Parquet')
  await expect(parquetToNdjson(engine, file, join(directory, 'text.ndjson'))).rejects.toThrow(
    /^file: cannot be read as Parquet$/,
  )
})
