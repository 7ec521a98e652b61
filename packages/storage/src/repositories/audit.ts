import {
  type AuditEntry,
  type AuditReader,
  type AuditRepository,
  isTokenId,
  type PagePosition,
  type TokenId,
} from '@footfall/core-domain'
import { insertedOnce } from '../connections/compiled.ts'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { newestFirst } from './keyset.ts'
import { countRows, rejectDuplicate } from './rows.ts'

const insertEntry = insertedOnce('audit_entries')
const insertEntryToken = insertedOnce('audit_entry_tokens')

export function auditReader({ db }: Executor): AuditReader {
  return {
    async find(id) {
      const row = await db.selectFrom('audit_entries').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toEntry(row)
    },

    pageForToken(token, page) {
      const entries = db
        .selectFrom('audit_entry_tokens')
        .innerJoin('audit_entries', 'audit_entries.id', 'audit_entry_tokens.entry_id')
        .selectAll('audit_entries')
        .where('audit_entry_tokens.token_id', '=', token)
      return newestFirst(entries, ['audit_entry_tokens.at', 'audit_entry_tokens.entry_id'], page, toEntry, positionOf)
    },

    pageForProduct(product, page) {
      const entries = db.selectFrom('audit_entries').selectAll().where('product_id', '=', product)
      return newestFirst(entries, ['at', 'id'], page, toEntry, positionOf)
    },

    pageForAccount(account, page) {
      const entries = db
        .selectFrom('audit_entries')
        .selectAll()
        .where('account_id', '=', account)
        .where('product_id', 'is', null)
      return newestFirst(entries, ['at', 'id'], page, toEntry, positionOf)
    },

    countBy: (account, operation, since) =>
      countRows(
        db
          .selectFrom('audit_entries')
          .where('account_id', '=', account)
          .where('operation', '=', operation)
          .where('at', '>=', since),
      ),

    async list({ id, product, account, credential, idempotency_key, since, limit }) {
      let query = db.selectFrom('audit_entries').selectAll()
      if (id !== undefined) query = query.where('id', '=', id)
      if (product !== undefined) query = query.where('product_id', '=', product)
      if (account !== undefined) query = query.where('account_id', '=', account)
      if (credential !== undefined) query = query.where('credential', '=', credential)
      if (idempotency_key !== undefined) query = query.where('idempotency_key', '=', idempotency_key)
      if (since !== undefined) query = query.where('at', '>=', since)
      return (await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()).map(toEntry)
    },
  }
}

export function auditRepository(executor: Executor): AuditRepository {
  const { db } = executor
  return {
    ...auditReader(executor),

    async append(entry) {
      await executor.later(rejectDuplicate(insertEntry(executor, toRow(entry)), 'This entry already exists.'))
      const rows = tokensOf(entry).map((token_id) => ({ token_id, at: entry.at, entry_id: entry.id }))
      const [first] = rows
      if (first !== undefined && rows.length === 1) await executor.later(insertEntryToken(executor, first))
      else if (rows.length > 0) await db.insertInto('audit_entry_tokens').values(rows).execute()
    },
  }
}

function tokensOf({ actor: { lineage }, subject }: AuditEntry): TokenId[] {
  return [...new Set([...lineage, ...(isTokenId(subject) ? [subject] : [])])]
}

function positionOf({ at, id }: AuditEntry): PagePosition {
  return { created_at: at, id }
}

export function toRow(entry: AuditEntry): Tables['audit_entries'] {
  const { actor } = entry
  return {
    id: entry.id,
    at: entry.at,
    actor_kind: actor.kind,
    credential: actor.credential ?? null,
    account_id: actor.account ?? null,
    lineage: JSON.stringify(actor.lineage),
    operation: entry.operation,
    product_id: entry.product ?? null,
    subject: entry.subject ?? null,
    summary: entry.summary,
    // JSON leaves out undefined values; a missing value is stored as null.
    changes: JSON.stringify(entry.changes.map(({ path, from, to }) => ({ path, from: from ?? null, to: to ?? null }))),
    idempotency_key: entry.idempotency_key ?? null,
    channel: entry.channel,
    address: entry.address ?? null,
    request_id: entry.request_id ?? null,
    approved_by: entry.approved_by ?? null,
    undo: entry.undo === undefined ? null : JSON.stringify(entry.undo),
  }
}

function toEntry(row: Tables['audit_entries']): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    actor: {
      kind: row.actor_kind,
      credential: row.credential ?? undefined,
      account: row.account_id ?? undefined,
      lineage: JSON.parse(row.lineage),
    },
    operation: row.operation,
    product: row.product_id ?? undefined,
    subject: row.subject ?? undefined,
    summary: row.summary,
    changes: JSON.parse(row.changes),
    idempotency_key: row.idempotency_key ?? undefined,
    channel: row.channel,
    address: row.address ?? undefined,
    request_id: row.request_id ?? undefined,
    ...(row.approved_by != null && { approved_by: row.approved_by }),
    ...(row.undo != null && { undo: JSON.parse(row.undo) }),
  }
}
