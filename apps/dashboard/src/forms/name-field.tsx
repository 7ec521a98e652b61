import type { ReactNode } from 'react'
import { t } from '../messages/messages.ts'
import { TextField } from '../ui/field.tsx'
import type { FormState } from './use-form.ts'

interface NameFieldProps {
  readonly form: Pick<FormState<{ readonly name: string }>, 'field'>
  readonly hint?: string
}

/** The name of something that a person of the product makes. */
export function NameField({ form, hint }: NameFieldProps): ReactNode {
  return <TextField autoComplete="off" hint={hint} label={t('common.name')} maxLength={120} {...form.field('name')} />
}
