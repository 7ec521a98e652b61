import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ScheduledReport } from '../../api/types.ts'
import { Form } from '../../forms/form.tsx'
import { incomplete } from '../../forms/incomplete.ts'
import { NameField } from '../../forms/name-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { t } from '../../messages/messages.ts'
import { formatZone, timeZones } from '../../statistics/time-zones.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, SelectField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { NewSigningSecret } from '../signing-secret.tsx'
import { TargetFields } from '../target-fields.tsx'
import { changedTarget, missingInTarget, targetOf } from '../target-values.ts'
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

interface ReportDialogProps {
  readonly source: ReportSource
  /** Absent for a new report. */
  readonly report: ScheduledReport | undefined
  readonly onSecret: (secret: NewSigningSecret) => void
  readonly onClose: () => void
}

const EVERY = ['week', 'month'] as const

/** Creates or edits a report. */
export function ReportDialog({ source, report, onSecret, onClose }: ReportDialogProps): ReactNode {
  const { form, before } = useReportForm({ source, report, onSecret, onClose })
  const { every, target } = form.values
  return (
    <Dialog
      keepOpen
      onClose={onClose}
      title={report === undefined ? t('settings.reports.new') : t('settings.reports.edit_title', { name: report.name })}
    >
      <Form
        creates={report === undefined}
        describe={(values) => describeReport(values, source.timezone === undefined)}
        form={form}
        onCancel={onClose}
        submitLabel={report === undefined ? t('settings.reports.create') : t('common.save')}
      >
        <NameField form={form} hint={t('settings.reports.name_hint')} />
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
        <TargetFields
          before={before?.target}
          onChange={(next) => form.set('target', next)}
          problem={form.problem}
          values={target}
        />
        {report !== undefined && (
          <CheckboxField
            checked={form.values.enabled}
            label={t('settings.reports.enabled')}
            onChange={(on) => form.set('enabled', on)}
          />
        )}
      </Form>
    </Dialog>
  )
}

function useReportForm({ source, report, onSecret, onClose }: ReportDialogProps) {
  const queryClient = useQueryClient()
  const versionOf = (stored: ScheduledReport) => ({ values: toReportValues(stored), revision: stored.revision })
  const before = report && toReportValues(report)
  const form = useForm<ReportValues>({
    initial: report === undefined ? { values: newReport(source.timezone) } : versionOf(report),
    async save(values, revision) {
      const missing = [
        ...(values.name.trim() === '' ? [{ path: 'name', message: t('common.name_missing') }] : []),
        ...missingInTarget(values.target, before?.target),
      ]
      if (missing.length > 0) throw incomplete(missing)
      const { result, secret } = await write(source, report, values, revision, before)
      await queryClient.invalidateQueries(source.query)
      if (secret !== undefined) onSecret({ name: result.name, secret })
      return versionOf(result)
    },
    ...(report !== undefined && {
      async reload() {
        const { data } = await queryClient.fetchQuery({ ...source.query, staleTime: 0 })
        return versionOf(data.find(({ id }) => id === report.id) ?? report)
      },
    }),
    onSaved() {
      showToast(t('common.saved'))
      onClose()
    },
  })
  return { form, before }
}

async function write(
  source: ReportSource,
  report: ScheduledReport | undefined,
  values: ReportValues,
  revision: number | undefined,
  before: ReportValues | undefined,
) {
  const { name, timezone, enabled } = values
  const given = { name, schedule: scheduleOf(values), timezone, enabled }
  if (report === undefined) return source.create({ ...given, target: targetOf(values.target) })
  const target = changedTarget(values.target, before?.target)
  return source.update(report.id, { ...given, ...(target && { target }), ...(revision !== undefined && { revision }) })
}
