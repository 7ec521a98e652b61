import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FormState } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { eventsQuery } from '../../../product/tracked-events.ts'
import { RadioField, SelectField, TextField } from '../../../ui/field.tsx'
import { type AlertValues, MEASURES, RULE_KINDS, withKind } from './alert-values.ts'

interface RuleFieldsProps {
  readonly product: string
  readonly form: FormState<AlertValues>
}

const SPANS = ['hour', 'day'] as const

/** When the alert tells. */
export function RuleFields({ product, form }: RuleFieldsProps): ReactNode {
  const { values } = form
  return (
    <>
      <RadioField
        label={t('settings.alerts.kind')}
        onChange={(kind) => {
          const next = withKind(values, kind)
          form.set('kind', kind)
          form.set('percent', next.percent)
          form.set('minimum', next.minimum)
        }}
        options={RULE_KINDS.map((value) => ({
          value,
          label: t(`settings.alerts.kind_${value}`),
          hint: t(`settings.alerts.kind_${value}_hint`),
        }))}
        value={values.kind}
      />
      {(values.kind === 'spike' || values.kind === 'drop') && (
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <SelectField
            label={t('settings.alerts.span')}
            options={SPANS.map((value) => ({ value, label: t(`settings.alerts.span_${value}`) }))}
            {...form.field('span')}
          />
          <NumberField form={form} label={t(`settings.alerts.percent_${values.kind}`)} name="percent" />
          <NumberField form={form} label={t(`settings.alerts.minimum_${values.kind}`)} name="minimum" />
        </div>
      )}
      {values.kind === 'goal' && <GoalFields form={form} product={product} />}
      {values.kind === 'errors' && <ErrorsFields form={form} />}
      {values.kind === 'silent' && <NumberField form={form} label={t('settings.alerts.hours')} name="hours" />}
    </>
  )
}

function ErrorsFields({ form }: Pick<RuleFieldsProps, 'form'>): ReactNode {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      <SelectField
        label={t('settings.alerts.measure')}
        options={MEASURES.map((value) => ({ value, label: t(`settings.alerts.measure_${value}`) }))}
        {...form.field('measure')}
      />
      <SelectField
        label={t('settings.alerts.span')}
        options={SPANS.map((value) => ({ value, label: t(`settings.alerts.span_${value}`) }))}
        {...form.field('span')}
      />
      <NumberField form={form} label={t('settings.alerts.limit')} name="limit" />
    </div>
  )
}

function GoalFields({ product, form }: RuleFieldsProps): ReactNode {
  const { data } = useQuery(eventsQuery(product))
  const goals = (data?.events ?? []).filter(({ goal }) => goal)
  const options = goals.map(({ name, label }) => ({ value: name, label: label ?? name }))
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <SelectField
        {...form.field('goal')}
        error={form.error('rule.goal')}
        hint={data !== undefined && goals.length === 0 ? t('settings.alerts.no_goals') : undefined}
        label={t('settings.alerts.goal_name')}
        options={[{ value: '', label: t('common.choose') }, ...options]}
      />
      <NumberField form={form} label={t('settings.alerts.count')} name="count" />
    </div>
  )
}

interface NumberFieldProps {
  readonly form: FormState<AlertValues>
  readonly name: 'percent' | 'minimum' | 'count' | 'hours' | 'limit'
  readonly label: string
}

function NumberField({ form, name, label }: NumberFieldProps): ReactNode {
  return <TextField {...form.field(name)} error={form.error(`rule.${name}`)} inputMode="numeric" label={label} />
}
