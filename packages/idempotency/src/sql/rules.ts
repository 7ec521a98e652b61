import type { Claim, Completion, EpochMs, IdempotencyRecord, KeyRef } from '../records.ts'
import { entryOf, type RecordEntry, type RecordFilter, type Resolution, type Resolved } from '../resolver.ts'
import { claimValues, recordOf, requestOf } from './rows.ts'
import { type Statements, statementsOn, statusValues } from './statements.ts'
import { changing, reading, returning, type Steps } from './steps.ts'
import type { SqlOptions } from './tables.ts'

/** What each call of a store does on the database. Throws a `TypeError` for a prefix that is not valid. */
export function rulesOn(options: SqlOptions) {
  const statements = statementsOn(options)
  const isPostgres = options.dialect === 'postgres'
  const claimOrHeld = isPostgres ? inOneStatement(statements) : readingFirst(statements)

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

    ...(isPostgres ? insertingFirst(statements) : insertingLast(statements)),

    read: reader(statements),

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

    complete: completer(statements),

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

function completer(statements: Statements) {
  return function* complete({ id }: Claim, { result, completedAt, expiresAt }: Completion): Steps<boolean> {
    return (yield changing(statements.complete, result, completedAt, expiresAt, id)).changed === 1
  }
}

/** How a claim and its completion are written in the transaction of the change. */
interface Within {
  /** False if the key is held. */
  claimWithin(claim: Claim, waitMs: number): Steps<boolean>
  completeWithin(claim: Claim, completion: Completion): Steps<boolean>
}

/** The row of an open transaction is what other transactions wait for. */
function insertingFirst(statements: Statements): Within {
  return {
    *claimWithin(claim, waitMs) {
      return (yield changing(statements.claimWithin, String(waitMs), ...claimValues(claim))).changed === 1
    },
    completeWithin: completer(statements),
  }
}

/** The transaction that writes is the only one, so a key that is free stays free, and one insertion changes fewer pages. */
function insertingLast(statements: Statements): Within {
  return {
    *claimWithin({ owner, key }) {
      return (yield returning(statements.isHeld, owner, key)).rows.length === 0
    },
    *completeWithin(claim, { result, completedAt, expiresAt }) {
      const values = [...claimValues(claim), result, completedAt, expiresAt]
      return (yield changing(statements.insertCompleted, ...values)).changed === 1
    },
  }
}

function reader(statements: Statements) {
  return function* read({ owner, key }: KeyRef): Steps<IdempotencyRecord | undefined> {
    const [row] = (yield reading(statements.findUnrenewed, owner, key)).rows
    const held = row && recordOf(row)
    if (held?.state !== 'executing') return held
    const [renewed] = (yield reading(statements.inspect, held.id)).rows
    return renewed && recordOf(renewed)
  }
}

/** Most claims of a held key are replays, which must not wait for the one writer of SQLite. */
function readingFirst(statements: Statements): ClaimOrHeld {
  const read = reader(statements)
  return function* claimOrHeld(claim) {
    const held = yield* read(claim)
    if (held !== undefined) return held
    const { changed } = yield changing(statements.claim, ...claimValues(claim))
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
