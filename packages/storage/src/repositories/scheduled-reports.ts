import {
  type DeliverySubject,
  nextOccurrence,
  type ProductId,
  type ReportId,
  ReportSchedule,
  type ScheduledReportReader,
  type ScheduledReportRepository,
  type StoredReport,
  type Timestamp,
  type TimeZone,
  timestamp,
} from '@footfall/core-domain'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { countRows, insertRow, notFound, requireChange, revised, subjectOf } from './rows.ts'
import { firstInTurns } from './turns-of-owners.ts'

const isDue = (now: Timestamp) =>
  sql<SqlBool>`((scheduled_reports.due_at <= ${now} or scheduled_reports.requested_at is not null)
    and (scheduled_reports.leased_until is null or scheduled_reports.leased_until <= ${now}))`

/** With the time zone of the product, where the report is about one. */
function reports(db: Kysely<Tables>) {
  return db
    .selectFrom('scheduled_reports')
    .leftJoin('products', 'products.id', 'scheduled_reports.product_id')
    .selectAll('scheduled_reports')
    .select('products.timezone as product_timezone')
}
type Row = Awaited<ReturnType<ReturnType<typeof reports>['executeTakeFirstOrThrow']>>

export function scheduledReportReader({ db }: Executor): ScheduledReportReader {
  const oldestFirst = (query: ReturnType<typeof reports>) =>
    query.orderBy('scheduled_reports.created_at').orderBy('scheduled_reports.id').execute()
  return {
    list: async (subject) => (await oldestFirst(reports(db).where(isAbout(subject)))).map(toReport),

    async find(subject, id) {
      const row = await reports(db).where(isAbout(subject)).where('scheduled_reports.id', '=', id).executeTakeFirst()
      return row && toReport(row)
    },

    async findAny(id) {
      const row = await reports(db).where('scheduled_reports.id', '=', id).executeTakeFirst()
      return row && toReport(row)
    },

    all: async () => (await oldestFirst(reports(db))).map(toReport),

    count: (subject) => countRows(db.selectFrom('scheduled_reports').where(isAbout(subject))),
  }
}

export function scheduledReportRepository(executor: Executor): ScheduledReportRepository {
  const { dialect, db } = executor
  const reader = scheduledReportReader(executor)
  return {
    ...reader,

    insert({ id, subject, schedule, timezone, target, due_at, requested_at, ...report }) {
      const row = {
        id,
        product_id: subject.product ?? null,
        account_id: subject.account ?? null,
        ...report,
        schedule: JSON.stringify(schedule),
        timezone: subject.account === undefined ? null : timezone,
        target: JSON.stringify(target),
        due_at: due_at ?? null,
        requested_at: requested_at ?? null,
        leased_until: null,
      }
      return insertRow(db, 'scheduled_reports', row, 'A report with this identifier already exists.')
    },

    async replace(id, { name, schedule, timezone, target, due_at }, at) {
      await requireChange(
        db
          .updateTable('scheduled_reports')
          .set((eb) => ({
            name,
            schedule: JSON.stringify(schedule),
            timezone: eb.case().when('account_id', 'is', null).then(null).else(timezone).end(),
            target: JSON.stringify(target),
            due_at: due_at ?? null,
            leased_until: null,
            ...revised(at),
          }))
          .where('id', '=', id),
      )
      const row = await reports(db).where('scheduled_reports.id', '=', id).executeTakeFirstOrThrow(notFound)
      return toReport(row)
    },

    async remove(subject, id) {
      await requireChange(db.deleteFrom('scheduled_reports').where(isAbout(subject)).where('id', '=', id))
    },

    async take(now, leaseUntil, limit) {
      const taken = await db
        .with('waiting', () => firstInTurns({ table: 'scheduled_reports', isDue: isDue(now) }, limit))
        .with('due', (db) =>
          db
            .selectFrom('scheduled_reports')
            .innerJoin('waiting', 'waiting.id', 'scheduled_reports.id')
            .select('scheduled_reports.id')
            .where(isDue(now))
            .orderBy('turn')
            .orderBy('due_at')
            .orderBy('scheduled_reports.id')
            .limit(limit)
            // Does not wait for rows that another replica is taking.
            .$if(dialect === 'postgres', (query) => query.forUpdate('scheduled_reports').skipLocked()),
        )
        .updateTable('scheduled_reports')
        .set({ leased_until: leaseUntil })
        .where('id', 'in', (eb) => eb.selectFrom('due').select('due.id'))
        .returning('id')
        .execute()
      return reportsWithIds(
        db,
        taken.map(({ id }) => id),
      )
    },

    async request(id, at) {
      await requireChange(
        db
          .updateTable('scheduled_reports')
          .set((eb) => ({ requested_at: eb.fn.coalesce('requested_at', eb.val(at)) }))
          .where('id', '=', id),
      )
    },

    async advance({ id, due_at, requested_at, revision }, next) {
      const updated = await db
        .updateTable('scheduled_reports')
        .set({ due_at: next ?? null, requested_at: null, leased_until: null })
        .where('id', '=', id)
        .where('revision', '=', revision)
        .where('due_at', 'is not distinct from', due_at ?? null)
        .where('requested_at', 'is not distinct from', requested_at ?? null)
        .returning('id')
        .executeTakeFirst()
      return updated !== undefined
    },
  }
}

async function reportsWithIds(db: Kysely<Tables>, ids: readonly ReportId[]): Promise<readonly StoredReport[]> {
  if (ids.length === 0) return []
  const rows = await reports(db)
    .where('scheduled_reports.id', 'in', ids)
    .orderBy('scheduled_reports.due_at')
    .orderBy('scheduled_reports.id')
    .execute()
  return rows.map(toReport)
}

function isAbout(subject: DeliverySubject) {
  return subject.product === undefined
    ? sql<SqlBool>`scheduled_reports.account_id = ${subject.account}`
    : sql<SqlBool>`scheduled_reports.product_id = ${subject.product}`
}

function toReport(row: Row): StoredReport {
  const { id, name, due_at, requested_at, created_at, revision, updated_at } = row
  return {
    id,
    subject: subjectOf(row),
    name,
    schedule: JSON.parse(row.schedule),
    timezone: timezoneOf(row),
    target: JSON.parse(row.target),
    due_at: due_at ?? undefined,
    requested_at: requested_at ?? undefined,
    created_at,
    revision,
    updated_at,
  }
}

function timezoneOf({ timezone, product_timezone }: Row) {
  const found = timezone ?? product_timezone
  if (found === null) throw new TypeError('a report without a time zone is about a product, which has one')
  return found
}

/** Reports of a product are sent at an hour of its time zone, so a new zone moves their next instants. */
export async function rescheduleReports(
  db: Kysely<Tables>,
  product: ProductId,
  timezone: TimeZone,
  at: Timestamp,
): Promise<void> {
  const enabled = await db
    .selectFrom('scheduled_reports')
    .select(['id', 'schedule'])
    .where('product_id', '=', product)
    .where('due_at', 'is not', null)
    .execute()
  for (const { id, schedule } of enabled) {
    const due = nextOccurrence(ReportSchedule.parse(JSON.parse(schedule)), timezone, Date.parse(at))
    await db
      .updateTable('scheduled_reports')
      .set({ due_at: timestamp(due) })
      .where('id', '=', id)
      .execute()
  }
}
