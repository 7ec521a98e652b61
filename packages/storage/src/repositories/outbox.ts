import type { OutboxEntry, OutboxMail, OutboxReader, OutboxRepository } from '@footfall/core-domain'
import { sql } from 'kysely'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { changedRows, countRows, insertRow, notFound, requireChange } from './rows.ts'

export function outboxReader({ db }: Executor): OutboxReader {
  return {
    async list(limit) {
      const newest = db.selectFrom('outbox').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
      return (await newest.limit(limit).execute()).map(toEntry)
    },

    async find(id) {
      const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toEntry(row)
    },
  }
}

/** So many emails that are due have their turns; a longer queue waits its time, and is not read each time. */
const TURNS_AMONG = 1_000
/** Each recipient has their turn, so that one who gets many emails keeps nobody else waiting for all of them. */
const TURNS = sql`partition by recipient order by due_at, created_at, id`

/**
 * A mail is due from `due_at` on. Taking it moves `due_at` to the end of the lease, so that it is due again if its sender
 * dies.
 */
export function outboxRepository(executor: Executor): OutboxRepository {
  const { dialect, db } = executor
  return {
    ...outboxReader(executor),

    enqueue({ id, to, subject, text, invitation, password_reset, created_at }) {
      const about = { invitation: invitation ?? null, password_reset: password_reset ?? null }
      const state = { due_at: created_at, attempts: 0, delivered_at: null, problem: null }
      const row = { id, recipient: to, subject, text, created_at, ...about, ...state }
      return insertRow(db, 'outbox', row, 'This mail already exists.')
    },

    countInvitations: (to, since) =>
      countRows(
        db
          .selectFrom('outbox')
          .where('recipient', '=', to)
          .where('created_at', '>=', since)
          .where('invitation', 'is not', null),
      ),

    async take(now, leaseUntil, limit) {
      const rows = await db
        .with('oldest', (db) =>
          db
            .selectFrom('outbox')
            .select(['id', 'recipient', 'due_at', 'created_at'])
            .where('delivered_at', 'is', null)
            .where('due_at', '<=', now)
            .orderBy('due_at')
            .orderBy('created_at')
            .orderBy('id')
            .limit(TURNS_AMONG),
        )
        .with('waiting', (db) =>
          db.selectFrom('oldest').select(['id', sql<number>`row_number() over (${TURNS})`.as('turn')]),
        )
        .with('due', (db) =>
          db
            .selectFrom('outbox')
            .innerJoin('waiting', 'waiting.id', 'outbox.id')
            .select('outbox.id')
            .where('delivered_at', 'is', null)
            .where('due_at', '<=', now)
            .orderBy('turn')
            .orderBy('due_at')
            .orderBy('created_at')
            .orderBy('outbox.id')
            .limit(limit)
            // Does not wait for rows that another sender is taking.
            .$if(dialect === 'postgres', (query) => query.forUpdate('outbox').skipLocked()),
        )
        .updateTable('outbox')
        .set((eb) => ({ due_at: leaseUntil, attempts: eb('attempts', '+', 1) }))
        .where('id', 'in', (eb) => eb.selectFrom('due').select('due.id'))
        .returningAll()
        .execute()
      return rows.sort(byAge).map((row) => ({ ...toMail(row), attempts: row.attempts }))
    },

    async delivered(id, at, problem) {
      await requireChange(
        db
          .updateTable('outbox')
          .set((eb) => ({ delivered_at: eb.fn.coalesce('delivered_at', eb.val(at)), problem: problem ?? null }))
          .where('id', '=', id),
      )
    },

    async failed(id, nextAt, problem) {
      const updated = await db
        .updateTable('outbox')
        .set({ due_at: nextAt, problem })
        .where('id', '=', id)
        .where('delivered_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      // A sender whose lease has expired may report a failure late; a delivered mail stays delivered.
      if (!updated) await db.selectFrom('outbox').select('id').where('id', '=', id).executeTakeFirstOrThrow(notFound)
    },

    purge: (deliveredBefore) => changedRows(db.deleteFrom('outbox').where('delivered_at', '<', deliveredBefore)),
  }
}

function byAge(a: Tables['outbox'], b: Tables['outbox']): number {
  const [left, right] = [`${a.created_at}${a.id}`, `${b.created_at}${b.id}`]
  return left < right ? -1 : Number(left > right)
}

function toEntry(row: Tables['outbox']): OutboxEntry {
  const { attempts, delivered_at, problem } = row
  return { ...toMail(row), attempts, delivered_at, problem }
}

function toMail(row: Tables['outbox']): OutboxMail {
  const { id, recipient, subject, text, invitation, password_reset, created_at } = row
  const about = { ...(invitation !== null && { invitation }), ...(password_reset !== null && { password_reset }) }
  return { id, to: recipient, subject, text, ...about, created_at }
}
