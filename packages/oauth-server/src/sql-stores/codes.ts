import type { CodeStore } from '../ports.ts'
import type { EpochMs, SecretHash } from '../records.ts'
import { connectionAdder } from './connections.ts'
import { toCode } from './rows.ts'
import { assertCondition, change, type Database, firstRow, onlyIf, record } from './steps.ts'
import type { Tables } from './tables.ts'

export function codeStore(database: Database, tables: Tables): CodeStore {
  const { codes } = tables
  const byHash = `select * from ${codes} where hash = ?${tables.andAccepted(codes)}`
  const addConnection = connectionAdder(tables)
  /** Of two callers, the second waits for the first on PostgreSQL and then changes nothing. */
  const consume = (hash: SecretHash, now: EpochMs) =>
    change(`update ${codes} set consumed_at = ? where hash = ? and consumed_at is null`, now, hash)
  return {
    find: (hash) =>
      database.read(function* () {
        const row = yield* firstRow(byHash, hash)
        return row && toCode(row)
      }),

    redeem: (hash, created, now) =>
      onlyIf(database, function* () {
        assertCondition((yield* consume(hash, now)) === 1)
        yield* addConnection(created)
        yield* record({ kind: 'connection_begun', connection: created.connection })
      }),

    invalidate: async (hash, now) => (await database.transaction(() => consume(hash, now))) === 1,
  }
}
