import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FormState } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { eventsQuery } from '../../../product/tracked-events.ts'
import { RadioField } from '../../../ui/choice-field.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { type AlertValues, fieldsOf, RULE_KINDS, type RuleField } from './alert-values.ts'

interface RuleFieldsProps {
  readonly product: string
  readonly form: FormState<AlertValues>
}

const COLUMNS: Readonly<Record<number, string>> = { 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' }

/** When the alert notifies. */
export function RuleFields({ product, form }: RuleFieldsProps): ReactNode {
  const { kind } = form.values
  const fields = fieldsOf(kind)
  return (
    <>
      <RadioField
        label={t('settings.alerts.kind')}
        onChange={(chosen) => form.set('kind', chosen)}
        options={RULE_KINDS.map((value) => ({
          value,
          label: t(`settings.alerts.kind_${value}`),
          hint: t(`settings.alerts.kind_${value}_hint`),
        }))}
        value={kind}
      />
      <div className={`grid items-start gap-4 ${COLUMNS[fields.length] ?? ''}`}>
        {fields.map((field) => (
          <RuleInput field={field} form={form} key={field.label} product={product} />
        ))}
      </div>
    </>
  )
}

function RuleInput({ field, form, product }: RuleFieldsProps & { readonly field: RuleField }): ReactNode {
  const { kind, rules } = form.values
  const shared = {
    label: t(`settings.alerts.field_${field.label}`),
    value: rules[kind][field.name] ?? '',
    error: form.error(`rule.${field.name}`),
    onChange: (value: string) => form.set('rules', { ...rules, [kind]: { ...rules[kind], [field.name]: value } }),
  }
  switch (field.input) {
    case 'choice':
      return (
        <SelectField
          {...shared}
          options={field.options.map(({ value, label }) => ({ value, label: t(`settings.alerts.option_${label}`) }))}
        />
      )
    case 'number':
      return <TextField {...shared} inputMode="numeric" />
    case 'goal':
      return <GoalField {...shared} product={product} />
  }
}

interface GoalFieldProps {
  readonly product: string
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

function GoalField({ product, ...field }: GoalFieldProps): ReactNode {
  const { data } = useQuery(eventsQuery(product))
  const goals = (data?.events ?? []).filter(({ goal }) => goal)
  const options = goals.map(({ name, label }) => ({ value: name, label: label ?? name }))
  return (
    <SelectField
      {...field}
      hint={data !== undefined && goals.length === 0 ? t('settings.alerts.no_goals') : undefined}
      options={[{ value: '', label: t('common.choose') }, ...options]}
    />
  )
}
