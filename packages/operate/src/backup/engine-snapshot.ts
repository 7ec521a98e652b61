import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type Engine, FROZEN_FOLDER, freezeTables } from '@footfall/warehouse'
import { walk } from './file-tree.ts'

/** Below `shadow`, which the engine does not read, on its disk, so that files are moved and not copied. */
const TREE = join('shadow', 'footfall-backup')

/** Where the files of a snapshot are; the directory of an embedded engine begins at `clickhouse`. */
export const snapshotIn = (engineDirectory: string) => join(engineDirectory, TREE)

/** Removes the snapshot, and what an interrupted one left. */
export async function removeSnapshot(engineDirectory: string): Promise<void> {
  for (const path of [join(engineDirectory, FROZEN_FOLDER), snapshotIn(engineDirectory)])
    await rm(path, { recursive: true, force: true })
}

/**
 * Lays out the directory of the engine as it is now, while nothing writes to it. Rows are links to files that never change;
 * the few files that do change are copied.
 */
export async function snapshotEngine(engine: Engine, directory: string): Promise<void> {
  const target = join(snapshotIn(directory), 'clickhouse')
  await mkdir(target, { recursive: true, mode: 0o700 })
  await freezeTables(engine)
  const frozen = join(directory, FROZEN_FOLDER, 'store')
  if (existsSync(frozen)) await rename(frozen, join(target, 'store'))
  await rm(join(directory, FROZEN_FOLDER), { recursive: true, force: true })
  const tree = await walk(directory, ['metadata', 'data', 'store'], isRows)
  for (const path of tree.directories) await mkdir(join(target, path), { recursive: true, mode: 0o700 })
  for (const { path } of tree.files) await copyFile(join(directory, path), join(target, path))
  for (const { path, to } of tree.links) await symlink(to, join(target, path))
}

/**
 * A part: `store/abc/<uuid>/<part>`, named `<partition>_<from>_<to>_<level>` with an optional version. Parts were frozen, and
 * those that are being written or removed are not part of the snapshot.
 */
function isRows(path: string): boolean {
  const [top, , , name = '', ...rest] = path.split('/')
  return top === 'store' && rest.length === 0 && (/_\d+_\d+_\d+/.test(name) || name === 'detached')
}
