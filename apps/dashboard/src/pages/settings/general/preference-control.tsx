import type { ReactNode } from 'react'
import type { FormState } from '../../../forms/use-form.ts'
import { CheckboxField } from '../../../ui/choice-field.tsx'
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx'
import { PREFERENCE_FIELDS, type PreferenceName } from './preference-fields.ts'
import type { PreferenceValues } from './preference-values.ts'

interface PreferenceControlProps {
  readonly name: PreferenceName
  readonly form: FormState<PreferenceValues>
}

/** The control of one preference, as `PREFERENCE_FIELDS` describes it. */
export function PreferenceControl({ name, form }: PreferenceControlProps): ReactNode {
  const { control, ...labels } = PREFERENCE_FIELDS[name]
  const { value, onChange, ...error } = form.field(name)
  const field = { ...labels, ...error, onChange, value: String(value) }
  switch (control.kind) {
    case 'select':
      return <SelectField {...field} options={control.options()} />
    case 'code':
      return (
        <TextField
          {...field}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={control.length}
          spellCheck={false}
        />
      )
    case 'number':
      return <TextField {...field} inputMode="numeric" />
    case 'checkbox':
      return (
        <CheckboxField {...labels} {...error} checked={value === true} className="sm:col-span-2" onChange={onChange} />
      )
    case 'lines':
      return <TextAreaField {...field} className="sm:col-span-2" spellCheck={false} />
  }
}
