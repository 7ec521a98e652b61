import { oneAtATime } from '@footfall/core-domain'
import type { OneTransactionStore } from '@footfall/idempotency'

/** What is needed of a connection to SQLite. */
interface Connection {
  exec(sql: string): unknown
}

/** The stores of a host on one file of SQLite. */
export interface OneWriter<Db> {
  /** Reads what is committed. */
  readonly store: Db
  readonly records: OneTransactionStore<Db>
  transaction<T>(work: (store: Db) => Promise<T>): Promise<T>
}

/**
 * SQLite for a host in one process, on two connections that `open` opens: one reads, and one writes, one transaction at a
 * time. So no read sees a partial change.
 */
export function oneWriter<Db extends Connection>(
  open: () => Db,
  recordsOn: (db: Db) => OneTransactionStore<Db>,
): OneWriter<Db> {
  const writer = open()
  // An acknowledged write survives a power cut.
  writer.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  const records = recordsOn(writer)
  const inTurn = oneAtATime()
  const store = open()
  const committed = recordsOn(store)
  return {
    store,
    records: {
      read: (ref) => committed.read(ref),
      removeExpired: (ref, now) => inTurn(() => records.removeExpired(ref, now)),
      purge: (now) => inTurn(() => records.purge(now)),
      // In the turn of their transaction.
      claimWithin: (db, claim, waitMs) => records.claimWithin(db, claim, waitMs),
      completeWithin: (db, claim, completion) => records.completeWithin(db, claim, completion),
    },
    transaction: (work) => inTurn(() => transaction(writer, work)),
  }
}

async function transaction<Db extends Connection, T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  db.exec('BEGIN IMMEDIATE')
  try {
    const done = await work(db)
    db.exec('COMMIT')
    return done
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}
