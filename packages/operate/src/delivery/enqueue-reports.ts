import {
  type Analytics,
  type Clock,
  type IdFactory,
  type Logger,
  lastOccurrence,
  MINUTE_MS,
  nextOccurrence,
  outagesOf,
  type StoredReport,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import { enqueueMessage, type MessageIn, prepareReport, REQUESTED, recipientsOf } from '@footfall/operations'

/** Reports of many products take long. If one takes longer than this and another replica makes it too, one of the two is dropped. */
const LEASE_MS = 10 * MINUTE_MS
const BATCH = 5

interface Dependencies {
  readonly store: TransactionalStore
  readonly analytics: Pick<Analytics, 'forCaller'>
  readonly clock: Clock
  readonly ids: Pick<IdFactory, 'delivery'>
  readonly baseUrl: string
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Makes the reports that are due or were requested, and enqueues them. Each is made before anything is stored, so if the process
 * dies, another one makes it. Advancing the report commits together with its messages, so they are enqueued once. A report that
 * was missed several times is sent once, for the last time that it was missed.
 */
export async function enqueueReports(dependencies: Dependencies): Promise<void> {
  const { store, clock, log } = dependencies
  const now = clock.now()
  const due = await store.transaction((tx) =>
    tx.store.scheduledReports.take(timestamp(now), timestamp(now + LEASE_MS), BATCH),
  )
  for (const report of due) {
    try {
      await enqueueOne(report, now, dependencies)
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

async function enqueueOne(report: StoredReport, now: number, dependencies: Dependencies): Promise<void> {
  const { store, analytics, baseUrl } = dependencies
  const made: { occurrence: string; messageIn: MessageIn }[] = []
  for (const { name, dueMs } of occurrencesOf(report, now)) {
    const messageIn = await prepareReport({ store, analytics, baseUrl }, report, dueMs)
    if (messageIn !== undefined) made.push({ occurrence: name, messageIn })
  }
  await store.transaction(async (tx) => {
    if (!(await tx.store.scheduledReports.advance(report, nextOf(report, now)))) return
    const { id: source, subject, target } = report
    for (const each of made)
      await enqueueMessage(tx.store, dependencies, { source, subject, ...each, recipients: recipientsOf(target) })
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
