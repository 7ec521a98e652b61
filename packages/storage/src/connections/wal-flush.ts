import { type FileHandle, open, realpath } from 'node:fs/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import type { Flushing } from './database.ts'
import { translateFailure } from './failures.ts'

/**
 * Flushes the write-ahead log with `fdatasync` on another thread, as SQLite does in a commit. The log is written
 * sequentially, and SQLite flushes the database before it resets the log, so every commit from before the flush is on the
 * disk when it ends.
 */
export function walFlush(path: string, write: Kysely<Tables>): Pick<Flushing, 'flush'> & { close(): Promise<void> } {
  /** Stays open: SQLite keeps the log while it has connections to the database. */
  let log: Promise<FileHandle> | undefined
  /** After a failed `fdatasync` the kernel may drop the pages silently, so a checkpoint must reach the database first. */
  let suspect = false

  async function close(): Promise<void> {
    const opened = log
    log = undefined
    await opened?.then((file) => file.close()).catch(() => {})
  }

  async function checkpointAll(): Promise<void> {
    const checkpoint = CompiledQuery.raw('pragma wal_checkpoint(truncate)')
    const { rows } = await write.executeQuery<{ busy: number }>(checkpoint as CompiledQuery<{ busy: number }>)
    if (rows[0]?.busy !== 0) throw new Error('The write-ahead log could not be checkpointed.')
    suspect = false
  }

  return {
    async flush() {
      try {
        if (suspect) return await checkpointAll()
        // SQLite keeps the log beside the file, not beside a symbolic link to it.
        log ??= realpath(path).then((file) => open(`${file}-wal`, 'r+'))
        await (await log).datasync()
      } catch (error) {
        suspect = true
        await close()
        throw translateFailure(error)
      }
    },

    close,
  }
}
