import { type FileHandle, open, realpath } from 'node:fs/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import type { Flushing } from './database.ts'
import { translateFailure } from './failures.ts'

/**
 * Does what SQLite's own flush of a commit does, the log's `fdatasync`, on another thread. The log is written from front
 * to back, and before it begins anew SQLite has flushed the database itself; so whatever was committed before the flush
 * began is on the disk when it ends.
 */
export function walFlush(path: string, write: Kysely<Tables>): Flushing & { close(): Promise<void> } {
  /** Stays open: SQLite keeps the log for as long as it has connections to the database. */
  let log: Promise<FileHandle> | undefined
  /** What the disk refused once it may forget without a word: it counts when it has come to the database itself. */
  let suspect = false

  async function close(): Promise<void> {
    const opened = log
    log = undefined
    await opened?.then((file) => file.close()).catch(() => {})
  }

  async function intoDatabase(): Promise<void> {
    const checkpoint = CompiledQuery.raw('pragma wal_checkpoint(truncate)')
    const { rows } = await write.executeQuery<{ busy: number }>(checkpoint as CompiledQuery<{ busy: number }>)
    if (rows[0]?.busy !== 0) throw new Error('The log could not be written to the database.')
    suspect = false
  }

  return {
    transaction: (work) =>
      write.connection().execute(async (connection) => {
        const pragma = (level: 'normal' | 'full') =>
          connection.executeQuery(CompiledQuery.raw(`pragma synchronous = ${level}`))
        // Nothing else runs on this connection meanwhile, and SQLite takes the change between transactions only.
        await pragma('normal')
        try {
          return await connection.transaction().execute(work)
        } finally {
          await pragma('full')
        }
      }),

    async flush() {
      try {
        if (suspect) return await intoDatabase()
        // SQLite keeps it beside the file itself, not beside a link to it.
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
