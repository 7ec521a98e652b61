import {
  type Clock,
  type IdFactory,
  lastOccurrence,
  type Message,
  MINUTE_MS,
  nextOccurrence,
  outagesOf,
  type Reports,
  type StoredReport,
  type Transaction,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import { enqueueMessage, prepareReport, REQUESTED, recipientsOf } from '@footfall/operations'

/** A report of many products takes its time. If it takes longer and another replica makes it too, one of them is dropped. */
const LEASE_MS = 10 * MINUTE_MS
const BATCH = 5

interface ReportLog {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
}

interface Dependencies {
  readonly store: TransactionalStore
  readonly reports: Reports
  readonly clock: Clock
  readonly ids: Pick<IdFactory, 'delivery'>
  readonly baseUrl: string
  readonly log: ReportLog
}

/**
 * Makes the reports that are due or were requested and enqueues them. Each is made before anything is stored, so a process
 * that dies meanwhile leaves it to the next one, and moving the report on commits together with its messages, so they are
 * enqueued once. A report that was missed several times is sent once, for the last time that it was missed.
 */
export async function enqueueReports(dependencies: Dependencies): Promise<void> {
  const { store, clock, log } = dependencies
  const now = clock.now()
  const due = await store.transaction((tx) =>
    tx.store.scheduledReports.take(timestamp(now), timestamp(now + LEASE_MS), BATCH),
  )
  for (const report of due) {
    try {
      await tell(report, now, dependencies)
    } catch (error) {
      if (!outagesOf(log, clock).failed(error, { report: report.id }))
        log.warn({ err: error, report: report.id }, 'a report could not be made; it will be retried')
    }
  }
}

/** One sending of a report, and the instant as of which it reports. */
interface Occurrence {
  readonly name: string
  readonly dueMs: number
}

async function tell(report: StoredReport, now: number, dependencies: Dependencies): Promise<void> {
  const { store, reports, baseUrl } = dependencies
  const made: { occurrence: string; message: Message }[] = []
  for (const { name, dueMs } of occurrencesOf(report, now)) {
    const message = await prepareReport({ store, reports, baseUrl }, report, dueMs)
    if (message !== undefined) made.push({ occurrence: name, message })
  }
  await store.transaction(async (tx) => {
    if (!(await tx.store.scheduledReports.advance(report, nextOf(report, now)))) return
    for (const { occurrence, message } of made) await enqueue(tx, report, { occurrence, message }, dependencies)
  })
}

function occurrencesOf({ schedule, timezone, due_at, requested_at }: StoredReport, now: number): readonly Occurrence[] {
  const due = due_at !== undefined && Date.parse(due_at) <= now ? lastOccurrence(schedule, timezone, now) : undefined
  return [
    ...(due === undefined ? [] : [{ name: timestamp(due), dueMs: due }]),
    ...(requested_at === undefined ? [] : [{ name: REQUESTED + requested_at, dueMs: Date.parse(requested_at) }]),
  ]
}

function nextOf({ schedule, timezone, due_at }: StoredReport, now: number) {
  if (due_at === undefined || Date.parse(due_at) > now) return due_at
  return timestamp(nextOccurrence(schedule, timezone, now))
}

function enqueue(
  { store }: Pick<Transaction, 'store'>,
  { id, subject, target }: StoredReport,
  told: { readonly occurrence: string; readonly message: Message },
  { clock, ids }: Dependencies,
): Promise<number> {
  return enqueueMessage(store, { clock, ids }, { source: id, subject, ...told, recipients: recipientsOf(target) })
}
