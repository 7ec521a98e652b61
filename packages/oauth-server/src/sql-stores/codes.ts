import type { CodeStore } from '../ports.ts'
import type { EpochMs, SecretHash } from '../records.ts'
import { addConnection } from './connections.ts'
import { toCode } from './rows.ts'
import { assertCondition, change, type Database, firstRow, onlyIf } from './steps.ts'
import type { Tables } from './tables.ts'

export function codeStore(database: Database, tables: Tables): CodeStore {
  const { codes } = tables
  /** Of two callers, the second waits for the first on PostgreSQL and then changes nothing. */
  const consume = (hash: SecretHash, now: EpochMs) =>
    change(`update ${codes} set consumed_at = ? where hash = ? and consumed_at is null`, now, hash)
  return {
    find: (hash) =>
      database.run(function* () {
        const row = yield* firstRow(`select * from ${codes} where hash = ?`, hash)
        return row && toCode(row)
      }),

    redeem: (hash, created, now) =>
      onlyIf(database, function* () {
        assertCondition((yield* consume(hash, now)) === 1)
        yield* addConnection(tables, created)
      }),

    invalidate: async (hash, now) => (await database.run(() => consume(hash, now))) === 1,
  }
}
