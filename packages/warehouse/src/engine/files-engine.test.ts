import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openEngine } from './clickhouse.ts'
import { lockDirectory } from './directory-lock.ts'

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

it('statements over files next to a remote server run at the same time in one folder, which the engine removes when it closes', async () => {
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

it('an engine that opens removes folders of killed processes, and none of a running one or of somebody else', async () => {
  const data = join(root, 'data')
  const [killed, others] = [join(data, 'files-killed'), join(data, 'files-of-somebody-else')]
  for (const folder of [killed, others]) await mkdir(folder, { recursive: true })
  // The operating system releases the lock of a process that is killed.
  lockDirectory(killed).release()
  await mkdir(join(killed, 'session'))
  const running = await openEngine({ remote: { url, filesDirectory: data } })
  await running.runOnFiles(`INSERT INTO FUNCTION file('${join(root, 'one.csv')}', 'CSV') SELECT 1`)
  const folders = await readdir(data)
  expect(folders).toHaveLength(2)
  expect(folders).not.toContain('files-killed')
  const second = await openEngine({ remote: { url, filesDirectory: data } })
  expect(await readdir(data)).toEqual(folders)
  await second.close()
  await running.runOnFiles(`INSERT INTO FUNCTION file('${join(root, 'two.csv')}', 'CSV') SELECT 2`)
  await running.close()
  expect(await readdir(data)).toEqual(['files-of-somebody-else'])
})

it('a remote engine without a directory for files reports which option is missing', async () => {
  const engine = await openEngine({ remote: { url } })
  await expect(engine.runOnFiles('SELECT 1')).rejects.toThrow('filesDirectory')
  await engine.close()
})
