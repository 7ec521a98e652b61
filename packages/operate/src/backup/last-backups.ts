import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LastBackups } from '@footfall/core-domain'
import { replaceFile } from '../replace-file.ts'
import type { BackupSummary } from './backup-target.ts'

/** In the data directory, and not part of backups: it says what was backed up from this directory. */
const NAME = 'last-backups.json'
const NONE: LastBackups = { everything: null, control_data: null, bucket: { made: null, failed: null } }

/** The last backups of a data directory. A file that cannot be read counts as none. */
export async function lastBackups(dataDir: string): Promise<LastBackups> {
  try {
    return LastBackups.parse(JSON.parse(await readFile(join(dataDir, NAME), 'utf8')))
  } catch {
    return NONE
  }
}

type Made = Pick<BackupSummary, 'scope' | 'made_at' | 'bytes'>

/** A backup in a directory. It is complete by now, so it does not fail if this cannot be written, for example on a full disk. */
export async function recordBackup(dataDir: string, { scope, made_at, bytes }: Made, place: string): Promise<void> {
  await change(dataDir, (all) => ({ ...all, [scope]: { made_at, place, bytes } }))
}

/** A backup in a bucket; the same applies to it. */
export async function recordBucketBackup(
  dataDir: string,
  { scope, made_at, bytes }: Made,
  place: string,
): Promise<void> {
  const made = { made_at, place, bytes }
  // The schedule is about backups of everything.
  const bucket = scope === 'everything' ? { bucket: { made, failed: null } } : {}
  await change(dataDir, (all) => ({ ...all, [scope]: made, ...bucket }))
}

/** A backup that was not made, for people who look why. */
export async function recordFailure(
  dataDir: string,
  failed: { readonly at: string; readonly reason: string },
): Promise<void> {
  await change(dataDir, (all) => ({ ...all, bucket: { ...all.bucket, failed } }))
}

async function change(dataDir: string, changed: (all: LastBackups) => LastBackups): Promise<void> {
  const all = changed(await lastBackups(dataDir))
  await replaceFile(join(dataDir, NAME), `${JSON.stringify(all, undefined, 2)}\n`).catch(() => {})
}
