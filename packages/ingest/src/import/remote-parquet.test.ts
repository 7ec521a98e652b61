import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, openEngine } from '@footfall/warehouse'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parquetToNdjson } from './parquet.ts'

const ROWS = 3_000_000
let engine: Engine
let directory: string
let parquet: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footfall-remote-parquet-'))
  parquet = join(directory, 'many.parquet')
  // Nothing is asked of its server, which could not read the file.
  engine = await openEngine({ remote: { url: 'http://127.0.0.1:9', filesDirectory: directory } })
  await engine.runOnFiles(
    `INSERT INTO FUNCTION file('${parquet}', 'Parquet') SELECT number AS n, repeat('x', 40) AS text FROM numbers(${ROWS})`,
  )
})
afterAll(async () => {
  await engine.close()
  await rm(directory, { recursive: true, force: true })
})

it('stops converting Parquet for a remote engine once the caller has left, and leaves no file', async () => {
  const ndjson = join(directory, 'many.ndjson')
  const part = `${ndjson}.part`
  const leaving = new AbortController()
  const disk = {
    freeBytes: async () => {
      // The disk is looked at time and again while the file is converted.
      if (
        await access(part).then(
          () => true,
          () => false,
        )
      )
        leaving.abort(new Error('the caller has left'))
      return undefined
    },
  }
  const converting = parquetToNdjson(engine, parquet, ndjson, { disk, signal: leaving.signal })
  await expect(converting).rejects.toThrow('the caller has left')
  for (const file of [ndjson, part]) await expect(access(file)).rejects.toMatchObject({ code: 'ENOENT' })
})
