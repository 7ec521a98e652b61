import {
  type DeliverySubject,
  DeliveryTarget,
  existing,
  nextOccurrence,
  ReportId,
  type ReportSchedule,
  ScheduledReport,
  type Store,
  type StoredReport,
  type TextsIn,
  type TimeZone,
  timestamp,
} from '@footfall/core-domain'
import { type AccountCall, revisionField } from '../../definition/index.ts'
import { hourInWords, weekdayInWords } from '../../inputs/field-words.ts'
import { shownTarget } from '../../messages/delivery-target.ts'

export const reportParams = { report: ReportId }

/** What a person sets of a report. */
const reportFields = {
  name: ScheduledReport.shape.name.meta({ description: 'What people call it; it is in no subject line.' }),
  schedule: ScheduledReport.shape.schedule.meta({ description: 'When it is sent.' }),
  target: DeliveryTarget.meta({ description: 'Email addresses, or a webhook.' }),
  enabled: ScheduledReport.shape.enabled,
}

export const newReportFields = { ...reportFields, enabled: reportFields.enabled.default(true) }

/** The fields of a change; absent ones stay as they are. */
export const reportChangeFields = {
  name: reportFields.name.optional(),
  schedule: reportFields.schedule.optional(),
  target: reportFields.target.optional(),
  enabled: reportFields.enabled.optional(),
  ...revisionField,
}

/** Only of a report about all products: that of a product is sent by the clock of the product. */
export const timezoneField = { timezone: ScheduledReport.shape.timezone }

export const ReportListMeta = {
  description: 'Whether emails are sent; false while no SMTP server is set up.',
}

/** The calls that reports need: those of one product, and those of an account. */
export type ReportCall = Pick<AccountCall, 'store' | 'clock' | 'delivery'>

export async function foundReport(
  { store }: ReportCall,
  subject: DeliverySubject,
  id: ReportId,
): Promise<StoredReport> {
  return existing(await store.scheduledReports.find(subject, id))
}

/** Reports as they are shown, with how each was delivered last. */
export async function shownReports(
  { delivery }: Pick<ReportCall, 'delivery'>,
  store: Pick<Store, 'deliveries' | 'emailOptOuts'>,
  reports: readonly StoredReport[],
): Promise<ScheduledReport[]> {
  const last = await store.deliveries.last(reports.map(({ id }) => id))
  return Promise.all(
    reports.map(async (report) => {
      const { id, subject, name, schedule, timezone, target, due_at, created_at, revision, updated_at } = report
      const addresses = target.kind === 'email' ? target.addresses : []
      const unsubscribed = await store.emailOptOuts.among(id, addresses)
      return {
        id,
        product: subject.product ?? null,
        name,
        schedule,
        timezone,
        target: shownTarget(delivery.sealer, id, target, unsubscribed),
        enabled: due_at !== undefined,
        next_at: due_at ?? null,
        last_delivery: last.get(id) ?? null,
        created_at,
        revision,
        updated_at,
      }
    }),
  )
}

export async function shownReport(
  call: Pick<ReportCall, 'delivery'>,
  store: Pick<Store, 'deliveries' | 'emailOptOuts'>,
  report: StoredReport,
): Promise<ScheduledReport> {
  return existing((await shownReports(call, store, [report]))[0])
}

/** When a report is sent next; undefined while it is disabled. */
export function dueAt(
  { clock }: Pick<ReportCall, 'clock'>,
  {
    schedule,
    timezone,
    enabled,
  }: { readonly schedule: ReportSchedule; readonly timezone: TimeZone; readonly enabled: boolean },
) {
  return enabled ? timestamp(nextOccurrence(schedule, timezone, clock.now())) : undefined
}

/** “every Monday at 08:00”, “each month on day 31 at 08:00”. */
export function scheduleInWords(schedule: ReportSchedule, { language, say }: TextsIn): string {
  const time = hourInWords(schedule.hour)
  return schedule.every === 'week'
    ? say('change.weekly', { weekday: weekdayInWords(schedule.weekday, language), time })
    : say('change.monthly', { day: schedule.day, time })
}
