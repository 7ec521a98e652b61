import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LastBackups, type MadeBackup } from '@footfall/core-domain'
import { replaceFile } from '../replace-file.ts'
import type { BackupManifest } from './manifest.ts'

/** In the data directory, and not part of backups: it says what was backed up from this directory. */
const NAME = 'last-backups.json'
const NONE: LastBackups = { everything: null, control_data: null }

/** The last backups of a data directory. A file that cannot be read counts as none. */
export async function lastBackups(dataDir: string): Promise<LastBackups> {
  try {
    return LastBackups.parse(JSON.parse(await readFile(join(dataDir, NAME), 'utf8')))
  } catch {
    return NONE
  }
}

/** The backup is complete by now, so it does not fail if this cannot be written, for example on a full disk. */
export async function recordBackup(
  dataDir: string,
  { scope, made_at, files }: Pick<BackupManifest, 'scope' | 'made_at' | 'files'>,
  place: string,
): Promise<void> {
  const backup: MadeBackup = { made_at, place, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
  const all: LastBackups = { ...(await lastBackups(dataDir)), [scope]: backup }
  await replaceFile(join(dataDir, NAME), `${JSON.stringify(all, undefined, 2)}\n`).catch(() => {})
}
