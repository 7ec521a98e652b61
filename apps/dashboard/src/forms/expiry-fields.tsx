import type { ReactNode } from 'react'
import { t } from '../messages/messages.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import type { ExpiryChoice } from './expiry.ts'

interface ExpiryFieldsProps<End extends string> {
  readonly end: End | ExpiryChoice
  readonly date: string
  readonly onEnd: (end: End | ExpiryChoice) => void
  readonly onDate: (date: string) => void
  readonly error?: string | undefined
  /** Choices before those of something new. */
  readonly others?: readonly { readonly value: End; readonly label: string }[]
}

/** When something expires: after some days, on a date, or never. */
export function ExpiryFields<End extends string = ExpiryChoice>({
  end,
  date,
  onEnd,
  onDate,
  error,
  others = [],
}: ExpiryFieldsProps<End>): ReactNode {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        error={error}
        hint={end === 'never' ? t('forms.expiry_never_hint') : undefined}
        label={t('common.expires')}
        onChange={onEnd}
        options={[...others, ...EXPIRY_CHOICES]}
        value={end}
      />
      {end === 'date' && (
        <TextField
          hint={t('forms.expiry_date_hint')}
          label={t('common.last_day')}
          onChange={onDate}
          type="date"
          value={date}
        />
      )}
    </div>
  )
}

const EXPIRY_CHOICES: readonly { readonly value: ExpiryChoice; readonly label: string }[] = [
  { value: '30', label: t('forms.expiry_30') },
  { value: '90', label: t('forms.expiry_90') },
  { value: '365', label: t('forms.expiry_365') },
  { value: 'date', label: t('forms.expiry_date') },
  { value: 'never', label: t('common.never') },
]
