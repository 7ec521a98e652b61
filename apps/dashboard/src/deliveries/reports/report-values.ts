import type { ReportSchedule, ScheduledReport } from '../../api/types.ts'
import type { DescribedField } from '../../forms/conflict-choice.tsx'
import { LOCALE } from '../../messages/locale.ts'
import { t } from '../../messages/messages.ts'
import { formatZone, zoneOfBrowser } from '../../statistics/time-zones.ts'
import type { Option } from '../../ui/field.tsx'
import { describeTargetValues, NO_TARGET, type TargetValues, toTargetValues } from '../target-values.ts'

/** Values of the report form; numbers are the values of choices. */
export interface ReportValues {
  readonly name: string
  readonly every: 'week' | 'month'
  readonly weekday: string
  readonly day: string
  readonly hour: string
  /** Of the product, where the report is about one. */
  readonly timezone: string
  readonly target: TargetValues
  readonly enabled: boolean
}

/** A new report; `timezone` is that of the product. */
export function newReport(timezone: string | undefined): ReportValues {
  return { ...NEW_REPORT, timezone: timezone ?? zoneOfBrowser() }
}

const NEW_REPORT: Omit<ReportValues, 'timezone'> = {
  name: '',
  every: 'week',
  weekday: '1',
  day: '1',
  hour: '8',
  target: NO_TARGET,
  enabled: true,
}

export function toReportValues({ name, schedule, timezone, target, enabled }: ScheduledReport): ReportValues {
  return {
    ...NEW_REPORT,
    name,
    every: schedule.every,
    ...(schedule.every === 'week' ? { weekday: String(schedule.weekday) } : { day: String(schedule.day) }),
    hour: String(schedule.hour),
    timezone,
    target: toTargetValues(target),
    enabled,
  }
}

export function scheduleOf({ every, weekday, day, hour }: ReportValues): ReportSchedule {
  if (every === 'week') return { every, weekday: Number(weekday), hour: Number(hour) }
  return { every, day: Number(day), hour: Number(hour) }
}

/** “Every Monday at 8:00 AM”, “Day 1 of each month at 8:00 AM”. */
export function describeSchedule(schedule: ReportSchedule): string {
  const time = hourName(schedule.hour)
  return schedule.every === 'week'
    ? t('settings.reports.weekly_at', { weekday: weekdayName(schedule.weekday), time })
    : t('settings.reports.monthly_at', { day: schedule.day, time })
}

/** Label and value of each field, to compare two versions. */
export function describeReport(values: ReportValues, ownZone: boolean): readonly DescribedField[] {
  return [
    { label: t('common.name'), value: values.name },
    { label: t('settings.reports.schedule'), value: describeSchedule(scheduleOf(values)) },
    ...(ownZone ? [{ label: t('common.time_zone'), value: formatZone(values.timezone) }] : []),
    ...describeTargetValues(values.target),
    { label: t('deliveries.enabled'), value: values.enabled ? t('common.yes') : t('common.no') },
  ]
}

export function weekdayOptions(): readonly Option[] {
  return [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayName(day) }))
}

export function dayOptions(): readonly Option[] {
  return Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))
}

export function hourOptions(): readonly Option[] {
  return Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourName(hour) }))
}

/** 1 is Monday, as was January 1, 2024. */
function weekdayName(weekday: number): string {
  return new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))
}

function hourName(hour: number): string {
  const style = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(LOCALE, style).format(Date.UTC(2024, 0, 1, hour))
}
