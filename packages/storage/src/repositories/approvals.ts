import type { Approval, ApprovalReader, ApprovalRepository, PagePosition } from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { newestFirst } from './keyset.ts'
import { changedRows, countRows, insertRow } from './rows.ts'

export function approvalReader({ db }: Executor): ApprovalReader {
  return {
    async find(id) {
      const row = await db.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toApproval(row)
    },

    pageForAccount(account, state, now, page) {
      const products = db.selectFrom('members').select('product_id').where('account_id', '=', account)
      const shown = db
        .selectFrom('approvals')
        .selectAll()
        .where(({ and, eb, or }) =>
          or([eb('product_id', 'in', products), and([eb('product_id', 'is', null), eb('account_id', '=', account)])]),
        )
        .$if(state === 'waiting', (all) => all.where('state', '=', 'waiting').where('expires_at', '>', now))
      return newestFirst(shown, ['created_at', 'id'], page, toApproval, positionOf)
    },

    countWaiting(owner, now) {
      const waiting = db.selectFrom('approvals').where('state', '=', 'waiting').where('expires_at', '>', now)
      if ('credential' in owner) return countRows(waiting.where('credential', '=', owner.credential))
      if ('account' in owner) return countRows(waiting.where('account_id', '=', owner.account))
      return countRows(waiting.where('product_id', '=', owner.product))
    },

    countAsked: (account, since) =>
      countRows(db.selectFrom('approvals').where('account_id', '=', account).where('created_at', '>=', since)),
  }
}

/** Transactions are serializable, so of several that decide the same approval one does. */
export function approvalRepository(executor: Executor): ApprovalRepository {
  const { db } = executor
  return {
    ...approvalReader(executor),

    insert: ({ account, product, input, changes, names, address, request_id, ...same }) =>
      insertRow(
        db,
        'approvals',
        {
          ...same,
          state: 'waiting',
          account_id: account,
          product_id: product ?? null,
          input: JSON.stringify(input),
          changes: JSON.stringify(changes),
          names: JSON.stringify(names),
          address: address ?? null,
          request_id: request_id ?? null,
          decided_at: null,
          decided_by: null,
          words: null,
          result: null,
        },
        'This approval already exists.',
      ),

    async decide(id, { state, at, by, words, result }) {
      const decided = db
        .updateTable('approvals')
        .set({ state, decided_at: at, decided_by: by ?? null, words: words ?? null, result: result ?? null })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
      return (await changedRows(decided)) === 1
    },

    expire(now, limit) {
      const due = db
        .selectFrom('approvals')
        .select('id')
        .where('state', '=', 'waiting')
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(limit)
      return changedRows(db.updateTable('approvals').set({ state: 'expired', decided_at: now }).where('id', 'in', due))
    },

    async purge(now) {
      await db.deleteFrom('approvals').where('kept_until', '<=', now).execute()
    },
  }
}

function positionOf({ created_at, id }: Approval): PagePosition {
  return { created_at, id }
}

function toApproval(row: Tables['approvals']): Approval {
  const { id, credential, principal, operation, summary, revision, idempotency_key, channel } = row
  return {
    id,
    credential,
    principal,
    account: row.account_id,
    product: row.product_id ?? undefined,
    operation,
    input: JSON.parse(row.input),
    summary,
    changes: JSON.parse(row.changes),
    names: JSON.parse(row.names),
    revision,
    idempotency_key,
    channel,
    address: row.address ?? undefined,
    request_id: row.request_id ?? undefined,
    created_at: row.created_at,
    expires_at: row.expires_at,
    kept_until: row.kept_until,
    decision: decisionOf(row),
  }
}

function decisionOf({ state, decided_at, decided_by, words, result }: Tables['approvals']): Approval['decision'] {
  if (state === 'waiting' || decided_at === null) return undefined
  return {
    state,
    at: decided_at,
    by: decided_by ?? undefined,
    words: words ?? undefined,
    result: result ?? undefined,
  }
}
