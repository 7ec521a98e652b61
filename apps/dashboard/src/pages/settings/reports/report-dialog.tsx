import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed } from '../../../api/client.ts'
import type { ScheduledReport } from '../../../api/types.ts'
import { Form } from '../../../forms/form.tsx'
import { incomplete } from '../../../forms/incomplete.ts'
import { useForm } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { usePreferences } from '../../../product/use-product.ts'
import { formatZone } from '../../../statistics/time-zones.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { CheckboxField, SelectField, TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { NewSigningSecret } from '../deliveries/signing-secret.tsx'
import { TargetFields } from '../deliveries/target-fields.tsx'
import { changedTarget, missingInTarget, targetOf } from '../deliveries/target-values.ts'
import { reportsQuery } from '../queries.ts'
import {
  dayOptions,
  describeReport,
  hourOptions,
  NEW_REPORT,
  type ReportValues,
  scheduleOf,
  toReportValues,
  weekdayOptions,
} from './report-values.ts'

interface ReportDialogProps {
  readonly product: string
  /** Absent for a new report. */
  readonly report: ScheduledReport | undefined
  readonly onSecret: (secret: NewSigningSecret) => void
  readonly onClose: () => void
}

const EVERY = ['week', 'month'] as const

/** Creates or edits a report. */
export function ReportDialog({ product, report, onSecret, onClose }: ReportDialogProps): ReactNode {
  const { timezone } = usePreferences()
  const { form, before } = useReportForm({ product, report, onSecret, onClose })
  const { every, target } = form.values
  return (
    <Dialog
      keepOpen
      onClose={onClose}
      title={report === undefined ? t('settings.reports.new') : t('settings.reports.edit_title', { name: report.name })}
    >
      <Form
        creates={report === undefined}
        describe={describeReport}
        form={form}
        onCancel={onClose}
        submitLabel={report === undefined ? t('settings.reports.create') : t('common.save')}
      >
        <TextField
          autoComplete="off"
          hint={t('settings.reports.name_hint')}
          label={t('common.name')}
          maxLength={120}
          {...form.field('name')}
        />
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
          {t(`settings.reports.every_${every}_hint`)} {t('settings.reports.zone_hint', { zone: formatZone(timezone) })}
        </p>
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

function useReportForm({ product, report, onSecret, onClose }: ReportDialogProps) {
  const queryClient = useQueryClient()
  const versionOf = (stored: ScheduledReport) => ({ values: toReportValues(stored), revision: stored.revision })
  const before = report && toReportValues(report)
  const form = useForm<ReportValues>({
    initial: report === undefined ? { values: NEW_REPORT } : versionOf(report),
    async save(values, revision) {
      const missing = [
        ...(values.name.trim() === '' ? [{ path: 'name', message: t('common.name_missing') }] : []),
        ...missingInTarget(values.target, before?.target),
      ]
      if (missing.length > 0) throw incomplete(missing)
      const { result, secret } = await write(product, report, values, revision, before)
      await queryClient.invalidateQueries(reportsQuery(product))
      if (secret !== undefined) onSecret({ name: result.name, secret })
      return versionOf(result)
    },
    ...(report !== undefined && {
      async reload() {
        const { data } = await queryClient.fetchQuery({ ...reportsQuery(product), staleTime: 0 })
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
  product: string,
  report: ScheduledReport | undefined,
  values: ReportValues,
  revision: number | undefined,
  before: ReportValues | undefined,
) {
  const { name, enabled } = values
  const schedule = scheduleOf(values)
  if (report === undefined) {
    const body = { name, schedule, enabled, target: targetOf(values.target) }
    return executed(api.POST('/api/v1/products/{product}/reports', { params: { path: { product } }, body }))
  }
  const target = changedTarget(values.target, before?.target)
  const params = { path: { product, report: report.id } }
  const body = { name, schedule, enabled, ...(target && { target }), ...(revision !== undefined && { revision }) }
  return executed(api.PATCH('/api/v1/products/{product}/reports/{report}', { params, body }))
}
