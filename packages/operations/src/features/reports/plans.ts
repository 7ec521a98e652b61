import {
  type DeliverySubject,
  QuotaExceeded,
  type ReportId,
  type ReportSchedule,
  type ScheduledReport,
  type TimeZone,
  textsIn,
  timestamp,
} from '@footfall/core-domain'
import {
  type AccountCall,
  assertRevision,
  created,
  diff,
  type Plan,
  type ProductWriteCall,
} from '../../definition/index.ts'
import {
  assertReachable,
  type PlannedTarget,
  recipientsOf,
  secretFacts,
  shownTarget,
  storeTarget,
  targetFacts,
  targetInWords,
  targetWarnings,
} from '../../messages/delivery-target.ts'
import { assertMayBeRequested } from '../../messages/requested-messages.ts'
import { counted } from '../../warnings/impact.ts'
import { reportNameWarnings } from '../../warnings/names.ts'
import { dueAt, foundReport, scheduleInWords, shownReport } from './report.ts'

/** Reports of one product, or of one account. */
const REPORTS_MAX = 50

/** What a report is about, and how summaries call it. */
interface About {
  readonly subject: DeliverySubject
  readonly called: string
}
export const aboutProduct = ({ product: { id, name } }: ProductWriteCall): About => ({
  subject: { product: id },
  called: `“${name}”`,
})
export const aboutAccount = ({ account }: AccountCall): About => ({ subject: { account }, called: 'all your products' })

interface ReportInput {
  readonly name: string
  readonly schedule: ReportSchedule
  readonly timezone: TimeZone
  readonly target: PlannedTarget
  readonly enabled: boolean
}

/** Fields that are absent stay as they are. */
type ReportChange = { readonly [Field in keyof ReportInput]?: ReportInput[Field] | undefined } & {
  readonly revision?: number | undefined
}

export async function planNewReport(
  call: AccountCall,
  { subject, called }: About,
  { name, schedule, timezone, target, enabled }: ReportInput,
): Promise<Plan<ScheduledReport>> {
  const { store, delivery, clock, ids } = call
  assertReachable(delivery, target)
  if ((await store.scheduledReports.count(subject)) >= REPORTS_MAX) throw new QuotaExceeded('reports', REPORTS_MAX)
  return {
    summary: `Send the report “${name}” about ${called} ${scheduleInWords(schedule, textsIn(null))} ${targetInWords(target)}.`,
    changes: created({ name, schedule, timezone, target: targetFacts(target), enabled }),
    revision: null,
    ...secretFacts(target),
    warnings: async () => [...targetWarnings(delivery, target), ...(await reportNameWarnings(call, subject, name))],
    async commit({ store }) {
      const at = timestamp(clock.now())
      const id = ids.report()
      const { stored, secret } = storeTarget(call, id, target)
      const report = {
        id,
        subject,
        name,
        schedule,
        timezone,
        target: stored,
        due_at: dueAt(call, { schedule, timezone, enabled }),
        requested_at: undefined,
        created_at: at,
        revision: 1,
        updated_at: at,
      }
      await store.scheduledReports.insert(report)
      return { result: await shownReport(call, store, report), subject: id, ...(secret && { secret }) }
    },
  }
}

export async function planReportUpdate(
  call: AccountCall,
  { subject, called }: About,
  id: ReportId,
  { revision, target, ...given }: ReportChange,
): Promise<Plan<ScheduledReport>> {
  const { delivery, clock } = call
  const report = await foundReport(call, subject, id)
  assertRevision(report, revision)
  if (target !== undefined) assertReachable(delivery, target)
  const before = {
    name: report.name,
    schedule: report.schedule,
    timezone: report.timezone,
    enabled: report.due_at !== undefined,
  }
  const after = {
    name: given.name ?? before.name,
    schedule: given.schedule ?? before.schedule,
    timezone: given.timezone ?? before.timezone,
    enabled: given.enabled ?? before.enabled,
  }
  const { unsubscribed: _, ...shown } = {
    unsubscribed: [],
    ...shownTarget(delivery.sealer, id, report.target, new Set()),
  }
  return {
    summary: `Change the report “${report.name}” about ${called}.`,
    changes: diff(
      { ...before, target: shown },
      { ...after, target: target === undefined ? shown : targetFacts(target) },
    ),
    // A target is not among it: its address is a secret.
    before,
    revision: report.revision,
    ...secretFacts(target),
    warnings: async () => [
      ...(target === undefined ? [] : targetWarnings(delivery, target)),
      ...(given.name === undefined ? [] : await reportNameWarnings(call, subject, given.name, id)),
    ],
    async commit({ store }) {
      const { stored, secret } = target === undefined ? { stored: report.target } : storeTarget(call, id, target)
      // What still waits was meant for the earlier target.
      if (target !== undefined) await store.deliveries.cancel(id)
      const { name, schedule, timezone } = after
      const change = { name, schedule, timezone, target: stored, due_at: dueAt(call, after) }
      const changed = await store.scheduledReports.replace(id, change, timestamp(clock.now()))
      return { result: await shownReport(call, store, changed), subject: id, ...(secret && { secret }) }
    },
  }
}

export async function planReportDeletion(
  call: AccountCall,
  { subject, called }: About,
  id: ReportId,
): Promise<Plan<{ id: ReportId; deleted: true }>> {
  const { name, revision } = await foundReport(call, subject, id)
  return {
    summary: `Delete the report “${name}” about ${called}.`,
    changes: [{ path: 'name', from: name, to: null }],
    revision,
    async commit({ store }) {
      await store.scheduledReports.remove(subject, id)
      await store.deliveries.cancel(id)
      return { result: { id, deleted: true as const }, subject: id }
    },
  }
}

export async function planReportNow(
  call: AccountCall,
  { subject, called }: About,
  id: ReportId,
): Promise<Plan<{ id: ReportId; requested: true }>> {
  const { clock, delivery } = call
  const { name, target, revision } = await foundReport(call, subject, id)
  await assertMayBeRequested(call, id, 'A report can be sent ten times in 24 hours outside its schedule.')
  const recipients = recipientsOf(target).length
  return {
    summary: `Send the report “${name}” about ${called} now, to ${counted(recipients, 'recipient')}.`,
    changes: [],
    revision,
    warnings: async () => targetWarnings(delivery, target),
    async commit({ store }) {
      await store.scheduledReports.request(id, timestamp(clock.now()))
      return { result: { id, requested: true as const }, subject: id }
    },
  }
}
