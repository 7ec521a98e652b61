import type { ReactNode } from 'react'
import type { ApiProblem } from '../api/problem.ts'
import { sentence } from '../forms/sentence.ts'
import { t } from '../messages/messages.ts'
import { SelectField, TextAreaField, TextField, VERBATIM } from '../ui/field.tsx'
import { TARGET_KINDS, type TargetValues } from './target-values.ts'

interface TargetFieldsProps {
  readonly values: TargetValues
  readonly onChange: (values: TargetValues) => void
  readonly problem: ApiProblem | undefined
  /** The stored target, whose address may stay. */
  readonly before?: TargetValues | undefined
}

/** Where a report or an alert is sent. */
export function TargetFields({ values, onChange, problem, before }: TargetFieldsProps): ReactNode {
  const { kind, addresses, url } = values
  const error = (path: string) => {
    const found = problem?.errors.find((wrong) => `${wrong.path}.`.startsWith(`${path}.`))
    return found && sentence(found.message)
  }
  const keeps = before?.kind === kind && before.shownUrl !== undefined
  return (
    <>
      <SelectField
        hint={kind === 'email' ? undefined : t(`deliveries.kind_${kind}_hint`)}
        label={t('deliveries.send_to')}
        onChange={(chosen) => onChange({ ...values, kind: chosen })}
        options={TARGET_KINDS.map((value) => ({ value, label: t(`deliveries.kind_${value}`) }))}
        value={kind}
      />
      {kind === 'email' ? (
        <TextAreaField
          autoCapitalize="none"
          error={error('target.addresses')}
          hint={t('deliveries.addresses_hint')}
          label={t('deliveries.addresses')}
          onChange={(text) => onChange({ ...values, addresses: text })}
          rows={2}
          spellCheck={false}
          value={addresses}
        />
      ) : (
        <TextField
          {...VERBATIM}
          error={error('target.url')}
          hint={keeps ? t('deliveries.url_keep') : t('deliveries.url_hint')}
          inputMode="url"
          label={t('deliveries.url')}
          onChange={(text) => onChange({ ...values, url: text })}
          placeholder={keeps ? before.shownUrl : 'https://'}
          value={url}
        />
      )}
    </>
  )
}
