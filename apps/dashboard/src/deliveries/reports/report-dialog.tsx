import type { ReactNode } from 'react'
import type { ScheduledReport } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { formatZone, timeZones } from '../../statistics/time-zones.ts'
import { SelectField } from '../../ui/field.tsx'
import { DeliveryDialog, useDeliveryForm } from '../delivery-dialog.tsx'
import type { DeliveryDialogProps } from '../delivery-list.tsx'
import type { ReportSource } from './report-source.ts'
import {
  dayOptions,
  describeReport,
  hourOptions,
  newReport,
  type ReportValues,
  scheduleOf,
  toReportValues,
  weekdayOptions,
} from './report-values.ts'

const EVERY = ['week', 'month'] as const

/** Creates or edits a report. */
export function ReportDialog({
  source,
  ...props
}: DeliveryDialogProps<ScheduledReport> & { readonly source: ReportSource }): ReactNode {
  const { item: report, onClose } = props
  const form = useDeliveryForm({
    ...props,
    query: source.query,
    empty: newReport(source.timezone),
    toValues: toReportValues,
    create: (values, target) => source.create({ ...inputOf(values), target }),
    update: (id, values, change) => source.update(id, { ...inputOf(values), ...change }),
  })
  const { every } = form.values
  return (
    <DeliveryDialog
      before={report && toReportValues(report).target}
      describe={(values) => describeReport(values, source.timezone === undefined)}
      form={form}
      onClose={onClose}
      texts={{
        create: t('settings.reports.create'),
        nameHint: t('settings.reports.name_hint'),
        enabled: t('settings.reports.enabled'),
      }}
      title={report === undefined ? t('settings.reports.new') : t('settings.reports.edit_title', { name: report.name })}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label={t('settings.reports.every')}
          options={EVERY.map((value) => ({ value, label: t(`settings.reports.every_${value}`) }))}
          {...form.field('every')}
        />
        {every === 'week' ? (
          <SelectField label={t('settings.reports.weekday')} options={weekdayOptions()} {...form.field('weekday')} />
        ) : (
          <SelectField label={t('settings.reports.day')} options={dayOptions()} {...form.field('day')} />
        )}
        <SelectField label={t('settings.reports.hour')} options={hourOptions()} {...form.field('hour')} />
      </div>
      <p className="text-muted text-sm">
        {t(`settings.reports.every_${every}_hint`)}{' '}
        {source.timezone !== undefined && t('settings.reports.zone_hint', { zone: formatZone(source.timezone) })}
      </p>
      {source.timezone === undefined && (
        <SelectField
          label={t('common.time_zone')}
          options={timeZones().map((zone) => ({ value: zone, label: formatZone(zone) }))}
          {...form.field('timezone')}
        />
      )}
    </DeliveryDialog>
  )
}

function inputOf(values: ReportValues) {
  const { name, timezone, enabled } = values
  return { name, schedule: scheduleOf(values), timezone, enabled }
}
