import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { t } from '../../messages/messages.ts'
import { CheckboxField, RadioField } from '../../ui/choice-field.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { groupedDimensions } from '../dimension-groups.ts'
import { dimensionLabel, isNumber } from '../dimensions.ts'
import { type Filter, operatorsFor } from '../filters.ts'
import { keyLabel } from '../key-label.ts'
import { catalogQuery } from '../queries.ts'
import type { ReportState } from '../use-report-state.ts'
import { type Draft, dimensionOf, PROPERTY } from './draft-condition.ts'
import { scopeOptions } from './scope-options.ts'
import { useValues } from './use-values.ts'
import { ValuesField } from './values-field.tsx'

interface ConditionFieldsProps {
  readonly draft: Draft
  readonly onChange: (fields: Partial<Draft>) => void
  readonly others: readonly Filter[]
  readonly state: ReportState
  /** Shows what is rarely needed: the case of letters, and what is counted. */
  readonly advanced: boolean
  readonly errors: { readonly property?: string | undefined; readonly values?: string | undefined }
}

/** Dimension, operator, values and scope of one condition. */
export function ConditionFields({ draft, onChange, others, state, errors, advanced }: ConditionFieldsProps): ReactNode {
  const dimension = dimensionOf(draft)
  const exact = (draft.operator === 'is' || draft.operator === 'is_not') && !(dimension && isNumber(dimension))
  const offered = useValues({ state, others, dimension, typed: draft.typed, enabled: exact })
  const labelOf = (value: string) =>
    offered.find((option) => option.value === value)?.label ?? (dimension ? keyLabel(dimension, value) : value)
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t('filters.dimension')}
          onChange={(kind) => onChange({ ...ofKind(draft, kind), values: [], typed: '' })}
          options={[
            ...groupedDimensions().map(({ dimension: name, group }) => ({
              value: name as string,
              label: dimensionLabel(name),
              group,
            })),
            { value: PROPERTY, label: t('filters.event_property'), group: t('filters.group_goals') },
          ]}
          value={draft.kind}
        />
        <SelectField
          label={t('filters.operator')}
          onChange={(operator) => onChange({ operator })}
          options={operatorsOf(draft).map((name) => ({ value: name, label: t(`filters.operator_${name}`) }))}
          value={draft.operator}
        />
      </div>
      {draft.kind === PROPERTY && (
        <PropertyField
          error={errors.property}
          onChange={(property) => onChange({ property })}
          state={state}
          value={draft.property}
        />
      )}
      <ValuesField
        error={errors.values}
        hint={t(`filters.hint_${draft.operator}`)}
        labelOf={labelOf}
        offered={offered}
        onChange={onChange}
        typed={draft.typed}
        values={draft.values}
      />
      {advanced && !(dimension && isNumber(dimension)) && (
        <CheckboxField
          checked={!draft.caseSensitive}
          label={t('filters.ignore_case')}
          onChange={(ignored) => onChange({ caseSensitive: !ignored })}
        />
      )}
      {advanced && dimension && (
        <RadioField
          label={t('filters.count')}
          onChange={(scope) => onChange({ scope })}
          options={scopeOptions(dimension, draft.operator)}
          value={draft.scope}
        />
      )}
    </div>
  )
}

function operatorsOf(draft: Pick<Draft, 'kind' | 'property'>) {
  return operatorsFor(dimensionOf(draft) ?? 'property:')
}

/** The draft about another dimension, with an operator for it. */
function ofKind({ operator, property }: Draft, kind: string): Pick<Draft, 'kind' | 'operator'> {
  const operators = operatorsOf({ kind, property })
  return { kind, operator: operators.includes(operator) ? operator : operators[0] }
}

interface PropertyFieldProps {
  readonly value: string
  readonly onChange: (name: string) => void
  readonly error: string | undefined
  readonly state: ReportState
}

function PropertyField({ value, onChange, error, state }: PropertyFieldProps): ReactNode {
  const list = useId()
  const { data } = useQuery(catalogQuery(state.product))
  return (
    <>
      <TextField
        autoComplete="off"
        error={error}
        label={t('filters.property_name')}
        list={list}
        onChange={onChange}
        value={value}
      />
      <datalist id={list}>
        {data?.properties.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
