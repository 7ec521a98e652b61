import type { AlertReader, AlertRepository, StoredAlert, Timestamp } from '@footfall/core-domain'
import { type SqlBool, sql } from 'kysely'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { countRows, deleteInProduct, insertRow, isInProduct, notFound, revised } from './rows.ts'
import { firstInTurns } from './turns-of-owners.ts'

export function alertReader({ db }: Executor): AlertReader {
  return {
    async list(product) {
      const rows = await db
        .selectFrom('alerts')
        .selectAll()
        .where('product_id', '=', product)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toAlert)
    },

    async find(product, id) {
      const row = await db.selectFrom('alerts').selectAll().where(isInProduct(product, id)).executeTakeFirst()
      return row && toAlert(row)
    },

    count: (product) => countRows(db.selectFrom('alerts').where('product_id', '=', product)),
  }
}

/** An alert is due from `due_at` on. It stays due while it is evaluated, so that it is taken again if its process dies. */
export function alertRepository(executor: Executor): AlertRepository {
  const { dialect, db } = executor
  return {
    ...alertReader(executor),

    insert({ id, product, name, created_at, revision, updated_at, ...alert }) {
      const row = {
        id,
        product_id: product,
        name,
        created_at,
        revision,
        updated_at,
        ...stateOf(alert),
        ...rulesOf(alert),
      }
      return insertRow(db, 'alerts', row, 'An alert with this identifier already exists.')
    },

    async replace(product, id, { name, ...change }, at) {
      const row = await db
        .updateTable('alerts')
        .set({ name, ...stateOf(change), ...rulesOf(change), ...revised(at) })
        .where(isInProduct(product, id))
        .returningAll()
        .executeTakeFirstOrThrow(notFound)
      return toAlert(row)
    },

    remove: (product, id) => deleteInProduct(db, 'alerts', product, id),

    async take(now, leaseUntil, limit) {
      const rows = await db
        .with('waiting', () => firstInTurns({ table: 'alerts', isDue: isDue(now) }, limit))
        .with('due', (db) =>
          db
            .selectFrom('alerts')
            .innerJoin('waiting', 'waiting.id', 'alerts.id')
            .select('alerts.id')
            .where(isDue(now))
            .orderBy('turn')
            .orderBy('due_at')
            .orderBy('alerts.id')
            .limit(limit)
            // Does not wait for rows that another replica is taking.
            .$if(dialect === 'postgres', (query) => query.forUpdate('alerts').skipLocked()),
        )
        .updateTable('alerts')
        .set({ leased_until: leaseUntil })
        .where('id', 'in', (eb) => eb.selectFrom('due').select('due.id'))
        .returningAll()
        .execute()
      // An update returns its rows in any order.
      return rows.map(toAlert).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    },

    async evaluated({ id, due_at, revision }, evaluated) {
      const updated = await db
        .updateTable('alerts')
        .set(stateOf(evaluated))
        .where('id', '=', id)
        .where('revision', '=', revision)
        .where('due_at', '=', due_at ?? ('' as Timestamp))
        .returning('id')
        .executeTakeFirst()
      return updated !== undefined
    },
  }
}

const isDue = (now: Timestamp) =>
  sql<SqlBool>`(alerts.due_at <= ${now} and (alerts.leased_until is null or alerts.leased_until <= ${now}))`

const keyOf = ({ due_at, id }: StoredAlert) => `${due_at}${id}`

const rulesOf = ({ rule, target }: Pick<StoredAlert, 'rule' | 'target'>) => ({
  rule: JSON.stringify(rule),
  target: JSON.stringify(target),
})

/** Setting the state also ends the lease. */
const stateOf = ({
  due_at,
  active_since,
  last_judgement,
}: Pick<StoredAlert, 'due_at' | 'active_since' | 'last_judgement'>) => ({
  due_at: due_at ?? null,
  leased_until: null,
  active_since: active_since ?? null,
  last_judgement: last_judgement === undefined ? null : JSON.stringify(last_judgement),
})

function toAlert(row: Tables['alerts']): StoredAlert {
  const { id, product_id, name, due_at, active_since, last_judgement, created_at, revision, updated_at } = row
  return {
    id,
    product: product_id,
    name,
    rule: JSON.parse(row.rule),
    target: JSON.parse(row.target),
    due_at: due_at ?? undefined,
    active_since: active_since ?? undefined,
    last_judgement: last_judgement === null ? undefined : JSON.parse(last_judgement),
    created_at,
    revision,
    updated_at,
  }
}
