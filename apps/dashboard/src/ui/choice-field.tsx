import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import { ariaProps, FieldMessages, type FieldProps, type Option } from './field.tsx'

interface CheckboxFieldProps extends Omit<FieldProps, 'labelHidden'> {
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}

export function CheckboxField({
  label,
  hint,
  error,
  className,
  checked,
  disabled = false,
  onChange,
}: CheckboxFieldProps): ReactNode {
  const id = useId()
  return (
    <div className={classes('grid grid-cols-[auto_1fr] gap-x-2.5', className)}>
      <input
        {...ariaProps(id, { hint, error })}
        checked={checked}
        className="choice mt-px"
        disabled={disabled}
        id={id}
        onChange={(event) => onChange(event.target.checked)}
        type="checkbox"
      />
      <label className={disabled ? 'text-muted' : undefined} htmlFor={id}>
        {label}
      </label>
      <FieldMessages className="col-start-2" error={error} hint={hint} id={id} />
    </div>
  )
}

interface RadioFieldProps<Value extends string> extends Omit<FieldProps, 'labelHidden'> {
  readonly options: readonly (Option<Value> & { readonly hint?: string })[]
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
}

export function RadioField<Value extends string>({
  label,
  hint,
  error,
  className,
  options,
  value,
  onChange,
}: RadioFieldProps<Value>): ReactNode {
  const id = useId()
  return (
    <fieldset
      aria-describedby={ariaProps(id, { hint, error })['aria-describedby']}
      className={classes('grid min-w-0 gap-2', className)}
    >
      <legend className="mb-1.5 font-semibold text-sm">{label}</legend>
      {options.map((option) => (
        <label className="grid grid-cols-[auto_1fr] gap-x-2.5" key={option.value}>
          {/* The hint is the description and not part of the name. */}
          <input
            aria-describedby={option.hint === undefined ? undefined : `${id}-${option.value}-hint`}
            aria-labelledby={`${id}-${option.value}`}
            checked={value === option.value}
            className="choice mt-px"
            name={id}
            onChange={() => onChange(option.value)}
            type="radio"
            value={option.value}
          />
          <span id={`${id}-${option.value}`}>{option.label}</span>
          {option.hint !== undefined && (
            <span className="col-start-2 text-muted text-sm" id={`${id}-${option.value}-hint`}>
              {option.hint}
            </span>
          )}
        </label>
      ))}
      <FieldMessages error={error} hint={hint} id={id} />
    </fieldset>
  )
}
