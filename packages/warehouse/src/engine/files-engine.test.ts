import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openEngine } from './clickhouse.ts'

/** Nothing answers here, and nothing is asked of it. */
const url = 'http://127.0.0.1:9'
const before = process.cwd()
let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'footfall-files-engine-'))
  await mkdir(join(root, 'working-directory'))
  process.chdir(join(root, 'working-directory'))
})
afterEach(async () => {
  process.chdir(before)
  await rm(root, { recursive: true, force: true })
})

it('statements over files beside a remote server run at the same time in one folder, which the end of the engine removes', async () => {
  const data = join(root, 'data')
  const engine = await openEngine({ remote: { url, filesDirectory: data } })
  expect(await readdir(root)).toEqual(['working-directory'])
  const convert = (n: number) =>
    engine.runOnFiles(
      `INSERT INTO FUNCTION file('${join(root, `${n}.parquet`)}', 'Parquet') SELECT number FROM numbers(${n})`,
    )
  await Promise.all([1, 2, 3].map(convert))
  await engine.runOnFiles(
    `INSERT INTO FUNCTION file('${join(root, 'sum.csv')}', 'CSV') SELECT count() FROM file('${root}/*.parquet', 'Parquet')`,
    { signal: new AbortController().signal },
  )
  expect(await readdir(data)).toEqual([expect.stringMatching(/^files-/)])
  await engine.close()
  expect(await readdir(data)).toEqual([])
  expect((await readdir(root)).sort()).toEqual([
    '1.parquet',
    '2.parquet',
    '3.parquet',
    'data',
    'sum.csv',
    'working-directory',
  ])
  expect(await readdir(join(root, 'working-directory'))).toEqual([])
})

it('a remote engine that was opened without a directory for files says which option is missing', async () => {
  const engine = await openEngine({ remote: { url } })
  await expect(engine.runOnFiles('SELECT 1')).rejects.toThrow('filesDirectory')
  await engine.close()
})
