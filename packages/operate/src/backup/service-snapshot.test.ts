import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSchema, openEngine, type PausableEngine, pausable } from '@footfall/warehouse'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ServiceSnapshot, type SnapshotDependencies, snapshotRoutes } from './service-snapshot.ts'

let root: string
let engine: PausableEngine
let dependencies: SnapshotDependencies
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'footfall-snapshot-'))
  const engineDirectory = join(root, 'clickhouse')
  engine = pausable(await openEngine({ embedded: { path: engineDirectory } }))
  await createSchema(engine)
  dependencies = { dataDir: root, engineDirectory, engine, ingest: { whilePaused: (work) => work([]) } }
})
afterAll(async () => {
  await engine.close()
  await rm(root, { recursive: true, force: true })
})

/** Has a snapshot taken, and holds it until `leave` is called. */
async function held() {
  const leaving = new AbortController()
  const taken = Promise.withResolvers<unknown>()
  const routes = await snapshotRoutes(dependencies)
  const ended = routes['POST /snapshot']?.({
    query: new URLSearchParams(),
    body: new IncomingMessage(new Socket()),
    signal: new AbortController().signal,
    left: leaving.signal,
    progress: taken.resolve,
  })
  const { directory } = ServiceSnapshot.parse(await Promise.race([taken.promise, ended]))
  return {
    directory,
    async leave() {
      leaving.abort()
      await ended
    },
  }
}

it('a service that starts removes the snapshot of a killed one, which keeps rows that were deleted since', async () => {
  const killed = await held()
  expect(existsSync(join(killed.directory, 'clickhouse', 'metadata'))).toBe(true)
  await snapshotRoutes(dependencies)
  expect(existsSync(killed.directory)).toBe(false)
  await killed.leave()
})

it('a snapshot is removed when its caller has left', async () => {
  const { directory, leave } = await held()
  expect(existsSync(directory)).toBe(true)
  await leave()
  expect(existsSync(directory)).toBe(false)
})

it('a snapshot has the links inside the data directory, and is rejected for one that leads outside it', async () => {
  await mkdir(join(root, 'imports/imp_1'), { recursive: true })
  await writeFile(join(root, 'imports/imp_1/state.json'), '{}')
  await symlink('imp_1', join(root, 'imports/newest'))
  const { directory, leave } = await held()
  expect(await readlink(join(directory, 'imports/newest'))).toBe('imp_1')
  await leave()

  await symlink(tmpdir(), join(root, 'imports/outside'))
  const rejected = {
    code: 'backup_refused',
    detail: expect.stringContaining(`${join(root, 'imports/outside')} is a link`),
  }
  await expect(held()).rejects.toMatchObject(rejected)
})
