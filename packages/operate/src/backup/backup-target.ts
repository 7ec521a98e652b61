import type { RowCounts } from '@footfall/storage'
import type { FileTree } from './file-tree.ts'
import type { BackupManifest } from './manifest.ts'

/** What people are shown of a backup. */
export interface BackupSummary extends BackupFacts {
  readonly files: number
  readonly bytes: number
}

/** What a backup says of its content, in addition to its files. */
export type BackupFacts = Pick<BackupManifest, 'made_at' | 'scope' | 'control_rows' | 'analytics'>

export function summaryOf(
  manifest: BackupFacts & { readonly files: readonly { readonly bytes: number }[] },
): BackupSummary {
  const { made_at, scope, control_rows, analytics, files } = manifest
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return { made_at, scope, control_rows, analytics, files: files.length, bytes }
}

/** Where a backup is written: a directory or a bucket. Everything throws `BackupError`. */
export interface BackupTarget<Made extends BackupSummary = BackupSummary> {
  /** Rejects a place that takes no backup. After it, `close` is called. */
  prepare(): Promise<void>
  /** Adds a copy of the control database, and returns its row counts. */
  addDatabase(path: string): Promise<RowCounts>
  /** Adds directories, links and files below the root; reports the bytes of each file or part of one. */
  add(root: string, tree: FileTree, copied: (bytes: number) => void): Promise<void>
  /** Writes the manifest, with which the backup exists. */
  finish(facts: BackupFacts): Promise<Made>
  /** Removes what nobody needs, also of a backup that was not finished. */
  close(): Promise<void>
}

/** Its name in backups and in DATA_DIR. */
export const DATABASE = 'footfall.sqlite'
