import type { Claim, Completion, EpochMs, IdempotencyRecord, KeyRef } from '../records.ts'
import { entryOf, type RecordEntry, type RecordFilter, type Resolution, type Resolved } from '../resolver.ts'
import { claimValues, recordOf, requestOf } from './rows.ts'
import { type Statements, statementsOn, statusValues } from './statements.ts'
import { changing, reading, returning, type Steps } from './steps.ts'
import type { SqlOptions } from './tables.ts'

/** What each call of a store does on the database. Throws a `TypeError` for a prefix that is not valid. */
export function rulesOn(options: SqlOptions) {
  const statements = statementsOn(options)
  const claimOrHeld = options.dialect === 'postgres' ? inOneStatement(statements) : readingFirst(statements, options)

  function* inspect(id: string, now: EpochMs): Steps<RecordEntry | undefined> {
    const [row] = (yield reading(statements.inspect, id)).rows
    return row && entryOf(recordOf(row), now)
  }

  return {
    *claim(claim: Claim): Steps<IdempotencyRecord | undefined> {
      for (;;) {
        const held = yield* claimOrHeld(claim)
        if (held === 'claimed') return undefined
        // Otherwise the key was freed, or taken, while it was asked for.
        if (held !== undefined) return held
      }
    },

    *find({ owner, key }: KeyRef): Steps<IdempotencyRecord | undefined> {
      const [row] = (yield returning(statements.find, owner, key)).rows
      return row && recordOf(row)
    },

    *renew({ id }: Claim, leaseUntil: EpochMs): Steps<boolean> {
      return (yield changing(statements.renew, leaseUntil, id)).changed === 1
    },

    *release({ id }: Claim): Steps<void> {
      yield changing(statements.release, id)
    },

    *complete({ id }: Claim, { result, completedAt, expiresAt }: Completion): Steps<boolean> {
      return (yield changing(statements.complete, result, completedAt, expiresAt, id)).changed === 1
    },

    *removeExpired({ owner, key }: KeyRef, now: EpochMs): Steps<void> {
      yield changing(statements.removeExpired, now, owner, key)
    },

    *purge(now: EpochMs): Steps<number> {
      const { changed } = yield changing(statements.purge, now)
      yield changing(statements.purgeRenewals)
      return changed
    },

    *retake({ id }: Claim, { id: next, claimedAt: now, leaseUntil }: Claim): Steps<boolean> {
      return (yield changing(statements.retake, next, now, leaseUntil, id, now, now)).changed === 1
    },

    *list({ status, now, limit }: RecordFilter): Steps<readonly RecordEntry[]> {
      const { rows } = yield reading(statements.list(status), ...statusValues(status, now), limit)
      return rows.map((row) => entryOf(recordOf(row), now))
    },

    *count({ status, now }: Omit<RecordFilter, 'limit'>): Steps<number> {
      const { rows } = yield reading(statements.count(status), ...statusValues(status, now))
      return Number(rows[0]?.total)
    },

    inspect,

    /** The statement that decides waits for a transaction that is completing the claim, and then looks at its state again. */
    *resolve(id: string, as: Resolution, at: EpochMs): Steps<Resolved> {
      const { rows } = yield as === 'executed'
        ? returning(statements.keepAsExecuted, at, id, at, at)
        : returning(statements.free, id, at, at)
      const [row] = rows
      if (row !== undefined) return { kind: 'resolved', request: requestOf(row) }
      const entry = yield* inspect(id, at)
      return entry ? { kind: 'not_blocked', entry } : { kind: 'missing' }
    },
  }
}

export type Rules = ReturnType<typeof rulesOn>

/** Claims a key that is free; otherwise returns the record that holds it, or undefined where it changed meanwhile. */
type ClaimOrHeld = (claim: Claim) => Steps<IdempotencyRecord | 'claimed' | undefined>

/** Most claims of a held key are replays, which must not wait for the one writer of SQLite. */
function readingFirst(statements: Statements, { unflushedClaims }: SqlOptions): ClaimOrHeld {
  return function* claimOrHeld(claim) {
    const [row] = (yield reading(statements.findUnrenewed, claim.owner, claim.key)).rows
    if (row !== undefined) {
      const held = recordOf(row)
      // A renewed lease matters only for a running claim.
      if (held.state !== 'executing') return held
      const [renewed] = (yield reading(statements.inspect, held.id)).rows
      return renewed && recordOf(renewed)
    }
    const insertion = changing(statements.claim, ...claimValues(claim))
    const { changed } = yield unflushedClaims ? { ...insertion, unflushed: true } : insertion
    return changed === 1 ? 'claimed' : undefined
  }
}

function inOneStatement({ claimOrFind }: Statements): ClaimOrHeld {
  return function* claimOrHeld(claim) {
    const [row] = (yield returning(claimOrFind, ...claimValues(claim), claim.owner, claim.key)).rows
    if (row === undefined) return undefined
    return row.claimed === true ? 'claimed' : recordOf(row)
  }
}
