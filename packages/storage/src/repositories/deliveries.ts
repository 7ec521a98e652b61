import {
  type AccountId,
  APPROVAL_OCCURRENCE,
  type Delivery,
  type DeliveryReader,
  type DeliveryRepository,
  type DeliverySource,
  type LastDelivery,
  Message,
  type ProductId,
  type StoredRecipient,
  type Timestamp,
} from '@footfall/core-domain'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { ownerOf } from './product-owner.ts'
import { changedRows, countRows, subjectOf } from './rows.ts'
import { firstInTurns } from './turns-of-owners.ts'

const SOURCES_AT_ONCE = 100

export function deliveryReader({ db }: Executor): DeliveryReader {
  return {
    async last(sources) {
      const rows: Awaited<ReturnType<typeof newestRows>> = []
      // SQLite joins at most 500 selects.
      for (let at = 0; at < sources.length; at += SOURCES_AT_ONCE)
        rows.push(...(await newestRows(db, sources.slice(at, at + SOURCES_AT_ONCE))))
      return lastOfEach(rows)
    },

    countTo: (address, since) => countRows(acceptedSince(db, since).where('address', '=', address)),

    countOf: ({ product, account }, since) =>
      countRows(
        product === undefined
          ? acceptedSince(db, since).where('account_id', '=', account)
          : acceptedSince(db, since).where('product_id', '=', product),
      ),

    countUnsent: ({ product, account }) =>
      countRows(
        db
          .selectFrom('deliveries')
          .where('ended_at', 'is', null)
          .where(product === undefined ? isTurnOf(account) : isTurnOfOwner(product)),
      ),

    async countOccurrences(source, prefix, since) {
      const rows = await db
        .selectFrom('deliveries')
        .select('occurrence')
        .distinct()
        .where('source_id', '=', source)
        .where('created_at', '>=', since)
        .execute()
      return rows.filter(({ occurrence }) => occurrence.startsWith(prefix)).length
    },
  }
}

/** The deliveries of the newest occurrence of each source. */
async function newestRows(db: Kysely<Tables>, sources: readonly DeliverySource[]) {
  const [first, ...others] = sources.map((source) => newestOf(db, source))
  if (first === undefined) return []
  return db
    .with('newest', () => others.reduce((all, one) => all.unionAll(one), first))
    .selectFrom('newest')
    .innerJoin('deliveries', (join) =>
      join
        .onRef('deliveries.source_id', '=', 'newest.source_id')
        .onRef('deliveries.occurrence', '=', 'newest.occurrence'),
    )
    .select([
      'deliveries.source_id',
      'deliveries.occurrence',
      'deliveries.created_at',
      'deliveries.outcome',
      'deliveries.problem',
    ])
    .orderBy('deliveries.created_at', 'desc')
    .orderBy('deliveries.id')
    .execute()
}

/** The newest occurrence of a source. Only its rows are read, since a source can have thousands of them. */
function newestOf(db: Kysely<Tables>, source: DeliverySource) {
  return db
    .selectFrom(
      db
        .selectFrom('deliveries')
        .select(['source_id', 'occurrence'])
        .where('source_id', '=', source)
        .where('occurrence', 'not like', `${APPROVAL_OCCURRENCE}%`)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(1)
        .as('newest_of_source'),
    )
    .select(['source_id', 'occurrence'])
}

/** Those of an account and of all products that it owns, which share their turns. */
function isTurnOf(account: RawBuilder<AccountId | null> | AccountId): RawBuilder<SqlBool> {
  return sql<SqlBool>`(deliveries.account_id = ${account} or deliveries.product_id in (
    select owned.product_id from members as owned
    where owned.account_id = ${account} and owned.role = 'owner' and owned.status = 'active'
      and ${ownerOf('owned.product_id')} = ${account}))`
}

function isTurnOfOwner(product: ProductId): RawBuilder<SqlBool> {
  const owner = sql<AccountId | null>`(select ${ownerOf('products.id')} from products where products.id = ${product})`
  return sql<SqlBool>`(deliveries.product_id = ${product} or ${isTurnOf(owner)})`
}

/** Deliveries that were rejected when they were enqueued have ended without an attempt. */
function acceptedSince(db: Kysely<Tables>, since: Timestamp) {
  return db
    .selectFrom('deliveries')
    .where('created_at', '>=', since)
    .where((eb) => eb.or([eb('attempts', '>', 0), eb('ended_at', 'is', null)]))
}

const isDue = (now: Timestamp) => sql<SqlBool>`(deliveries.ended_at is null and deliveries.due_at <= ${now})`

/** A delivery is due from `due_at` on. Taking it moves `due_at` to the end of the lease, so that it is due again if its sender dies. */
export function deliveryRepository(executor: Executor): DeliveryRepository {
  const { dialect, db } = executor
  return {
    ...deliveryReader(executor),

    async enqueue(deliveries) {
      if (deliveries.length === 0) return 0
      const added = await db
        .insertInto('deliveries')
        .values(deliveries.map(toRow))
        .onConflict((conflict) => conflict.columns(['source_id', 'occurrence', 'address']).doNothing())
        .returning('id')
        .execute()
      return added.length
    },

    async take(now, leaseUntil, limit) {
      const rows = await db
        .with('waiting', () => firstInTurns({ table: 'deliveries', isDue: isDue(now), byAttempts: true }, limit))
        .with('due', (db) =>
          db
            .selectFrom('deliveries')
            .innerJoin('waiting', 'waiting.id', 'deliveries.id')
            .select('deliveries.id')
            .where(isDue(now))
            .orderBy('turn')
            .orderBy('attempts')
            .orderBy('due_at')
            .orderBy('deliveries.id')
            .limit(limit)
            // Does not wait for rows that another sender is taking.
            .$if(dialect === 'postgres', (query) => query.forUpdate('deliveries').skipLocked()),
        )
        .updateTable('deliveries')
        .set((eb) => ({ due_at: leaseUntil, attempts: eb('attempts', '+', 1) }))
        .where('id', 'in', (eb) => eb.selectFrom('due').select('due.id'))
        .returningAll()
        .execute()
      // An update returns its rows in any order.
      return rows
        .sort((a, b) => (`${a.created_at}${a.id}` < `${b.created_at}${b.id}` ? -1 : 1))
        .map((row) => ({ ...toDelivery(row), attempts: row.attempts }))
    },

    delivered: (id, at) => end(executor, id, { ...endedBy('delivered', at), problem: null }),
    failed: (id, at, problem) => end(executor, id, { ...endedBy('failed', at), problem }),

    async retry(id, nextAt, problem) {
      // A sender whose lease has expired may report a failure late; a delivery that ended stays ended.
      await db
        .updateTable('deliveries')
        .set({ due_at: nextAt, problem })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .execute()
    },

    cancel: (source) =>
      changedRows(db.deleteFrom('deliveries').where('source_id', '=', source).where('ended_at', 'is', null)),

    cancelTo(address, source) {
      const waiting = db.deleteFrom('deliveries').where('address', '=', address).where('ended_at', 'is', null)
      return changedRows(source === 'all' ? waiting : waiting.where('source_id', '=', source))
    },

    purge: (endedBefore) => changedRows(db.deleteFrom('deliveries').where('ended_at', '<', endedBefore)),
  }
}

/** What has ended is not sent again, and its message would take the disk for as long as its outcome is shown. */
function endedBy(outcome: 'delivered' | 'failed', at: Timestamp) {
  return { ended_at: at, outcome, message: '' }
}

/** A delivery that was cancelled while it was being sent is gone; nothing is left to record. */
async function end(
  { db }: Executor,
  id: Delivery['id'],
  ending: Pick<Tables['deliveries'], 'ended_at' | 'outcome' | 'problem' | 'message'>,
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set(ending)
    .where('id', '=', id)
    .where('outcome', 'is distinct from', 'delivered')
    .execute()
}

type Outcome = Pick<Tables['deliveries'], 'source_id' | 'occurrence' | 'created_at' | 'outcome' | 'problem'>

/** Expects the newest rows first. */
function lastOfEach(rows: readonly Outcome[]): ReadonlyMap<DeliverySource, LastDelivery> {
  const newest = new Map<DeliverySource, Outcome[]>()
  for (const row of rows) {
    const group = newest.get(row.source_id)
    if (group === undefined) newest.set(row.source_id, [row])
    else if (group[0]?.occurrence === row.occurrence) group.push(row)
  }
  return new Map([...newest].map(([source, group]) => [source, summaryOf(group)]))
}

function summaryOf(group: readonly Outcome[]): LastDelivery {
  const delivered = group.filter(({ outcome }) => outcome === 'delivered').length
  const failed = group.filter(({ outcome }) => outcome === 'failed').length
  const recipients = group.length
  return {
    at: group[0]?.created_at ?? ('' as Timestamp),
    state: stateOf({ recipients, delivered, failed }),
    recipients,
    delivered,
    problem: group.find(({ problem }) => problem !== null)?.problem ?? null,
  }
}

function stateOf({ recipients, delivered, failed }: { recipients: number; delivered: number; failed: number }) {
  if (delivered === recipients) return 'delivered'
  if (delivered + failed < recipients) return 'waiting'
  return delivered > 0 ? 'partly_delivered' : 'failed'
}

function toRow({ id, source, subject, occurrence, recipient, message, rejection, created_at }: Delivery) {
  const ending =
    rejection === undefined
      ? { ended_at: null, outcome: null, message: JSON.stringify(message), problem: null }
      : { ...endedBy('failed', created_at), problem: rejection }
  return {
    id,
    source_id: source,
    product_id: subject.product ?? null,
    account_id: subject.account ?? null,
    occurrence,
    address: recipient.kind === 'email' ? recipient.address : '',
    recipient: JSON.stringify(recipient),
    created_at,
    due_at: created_at,
    attempts: 0,
    ...ending,
  }
}

function toDelivery(row: Tables['deliveries']): Delivery {
  return {
    id: row.id,
    source: row.source_id,
    subject: subjectOf(row),
    occurrence: row.occurrence,
    recipient: JSON.parse(row.recipient) as StoredRecipient,
    message: Message.parse(JSON.parse(row.message)),
    created_at: row.created_at,
  }
}
