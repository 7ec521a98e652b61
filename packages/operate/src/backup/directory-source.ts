import { join, resolve } from 'node:path'
import { summaryOf } from './backup-target.ts'
import { copyFile, createDirectories, createLinks } from './file-tree.ts'
import { BackupError, FILES, readManifest } from './manifest.ts'
import { mapConcurrently } from './map-concurrently.ts'
import type { BackupSource } from './restore-backup.ts'

/** A backup in a directory. Throws `BackupError` if there is none. */
export async function directorySource(directory: string): Promise<BackupSource> {
  const path = resolve(directory)
  const manifest = await readManifest(path)
  return {
    summary: summaryOf(manifest),
    place: directory,
    async copyTo(dataDir, onProgress) {
      await createDirectories(dataDir, manifest)
      const bytesTotal = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)
      let bytes = 0
      await mapConcurrently(manifest.files, async (expected) => {
        const copied = await copyFile(join(path, FILES), dataDir, expected.path).catch(
          (error: NodeJS.ErrnoException) => {
            if (error.code !== 'ENOENT') throw error
            throw new BackupError(`The backup is damaged: ${expected.path} is missing.`)
          },
        )
        if (copied.sha256 !== expected.sha256)
          throw new BackupError(`The backup is damaged: ${expected.path} does not match its checksum.`)
        bytes += copied.bytes
        onProgress?.({ bytes, bytesTotal })
      })
      await createLinks(dataDir, manifest)
    },
  }
}
