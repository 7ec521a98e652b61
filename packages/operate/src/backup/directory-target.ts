import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { makeDirectory } from '@footfall/config'
import { copySqlite } from '@footfall/storage'
import { type BackupSummary, type BackupTarget, DATABASE, summaryOf } from './backup-target.ts'
import { copyFile, createDirectories, createLinks, describeFile, type FileTree } from './file-tree.ts'
import { recordBackup } from './last-backups.ts'
import { BackupError, type BackupManifest, FILES, writeManifest } from './manifest.ts'
import { mapConcurrently } from './map-concurrently.ts'

/** A directory, which is created if it is missing and must be empty. */
export function directoryTarget(dataDir: string, directory: string): BackupTarget {
  const path = resolve(directory)
  const target = join(path, FILES)
  const copied: BackupManifest['files'] = []
  const trees: FileTree[] = []
  let isFinished = false
  let isPrepared = false

  return {
    async prepare() {
      await assertNew(dataDir, path)
      await mkdir(target, { mode: 0o700 })
      isPrepared = true
    },
    async addDatabase(from) {
      const rows = await copySqlite(from, join(target, DATABASE))
      copied.push(await describeFile(target, DATABASE))
      return rows
    },
    async add(root, tree, report) {
      trees.push(tree)
      await createDirectories(target, tree)
      const files = await mapConcurrently(tree.files, async (listed) => {
        const file = await copyFile(root, target, listed.path)
        report(file.bytes)
        return file
      })
      await createLinks(target, tree)
      copied.push(...files)
    },
    async finish(facts): Promise<BackupSummary> {
      const manifest: BackupManifest = {
        format: 1,
        ...facts,
        directories: trees.flatMap(({ directories }) => directories),
        links: trees.flatMap(({ links }) => links),
        files: copied,
      }
      await writeManifest(path, manifest)
      isFinished = true
      const summary = summaryOf(manifest)
      await recordBackup(dataDir, summary, path)
      return summary
    },
    async close() {
      if (isPrepared && !isFinished) await rm(target, { recursive: true, force: true })
    },
  }
}

/** Makes a directory for files of a backup. Throws `BackupError`. */
export async function makePlace(path: string): Promise<void> {
  await makeDirectory(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST' || error.code === 'ENOTDIR')
      throw new BackupError(`${path} is not a directory, or inside something that is not; choose a new directory.`)
    const reason = error.code ?? error.message
    throw new BackupError(`${path} cannot be made (${reason}); choose a directory on a disk that this user may write.`)
  })
}

async function assertNew(dataDir: string, path: string): Promise<void> {
  const inside = relative(dataDir, path)
  if (inside === '' || !(inside === '..' || inside.startsWith(`..${sep}`)))
    throw new BackupError(`${path} is inside ${dataDir}; choose a directory elsewhere, preferably on another disk.`)
  await makePlace(path)
  if ((await readdir(path)).length > 0) throw new BackupError(`${path} is not empty; choose a new directory.`)
}
