import { oneAtATime } from '@footfall/core-domain'
import type { RecordStore } from '@footfall/idempotency'

/** What is needed of a connection to SQLite. */
interface Connection {
  exec(sql: string): unknown
}

/** The stores of a host on one file of SQLite. */
export interface OneWriter<Db> {
  /** Reads what is committed. */
  readonly store: Db
  readonly records: RecordStore<Db>
  transaction<T>(work: (store: Db) => Promise<T>): Promise<T>
}

/**
 * SQLite for a host in one process, on two connections that `open` opens: one reads, and one writes, one transaction or
 * claim at a time. So no read sees a partial change, and a claim never deadlocks with a transaction.
 */
export function oneWriter<Db extends Connection>(
  open: () => Db,
  recordsOn: (db: Db) => RecordStore<Db>,
): OneWriter<Db> {
  const writer = open()
  // An acknowledged write survives a power cut.
  writer.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  const records = recordsOn(writer)
  const inTurn = oneAtATime()
  return {
    store: open(),
    records: {
      claim: (claim) => inTurn(() => records.claim(claim)),
      find: (ref) => inTurn(() => records.find(ref)),
      renew: (claim, leaseUntil) => inTurn(() => records.renew(claim, leaseUntil)),
      release: (claim) => inTurn(() => records.release(claim)),
      removeExpired: (ref, now) => inTurn(() => records.removeExpired(ref, now)),
      purge: (now) => inTurn(() => records.purge(now)),
      // In the turn of its transaction.
      complete: (db, claim, completion) => records.complete(db, claim, completion),
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
