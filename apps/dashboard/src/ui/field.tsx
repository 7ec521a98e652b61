import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

interface FieldProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** What is wrong with it, as a sentence. */
  readonly error?: string | undefined
  /** The label is there for those who do not see the page only. */
  readonly labelHidden?: boolean
  readonly className?: string
}

interface ControlProps {
  readonly id: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
}

/** Ties a label, a hint and an error to any one control. */
function Field({
  label,
  hint,
  error,
  labelHidden = false,
  className,
  control,
}: FieldProps & { readonly control: (props: ControlProps) => ReactNode }): ReactNode {
  const id = useId()
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={classes('grid min-w-0 content-start gap-1.5', className)}>
      <label className={labelHidden ? 'sr-only' : 'font-semibold text-sm'} htmlFor={id}>
        {label}
      </label>
      {control({
        id,
        ...(described === '' ? {} : { 'aria-describedby': described }),
        ...(error === undefined ? {} : { 'aria-invalid': true }),
      })}
      {error !== undefined && (
        <p className="text-danger text-sm" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className="text-muted text-sm" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

const CONTROL =
  'w-full min-w-0 rounded-control border border-field-line bg-surface px-3 aria-invalid:border-danger disabled:bg-raised disabled:text-muted'
const NORMAL = 'min-h-10 py-1.5'

type Changes<T> = { readonly onChange: (value: string) => void } & Omit<T, 'onChange' | 'id' | 'className'>

export function TextField({
  label,
  hint,
  error,
  labelHidden,
  className,
  onChange,
  ...rest
}: FieldProps & Changes<ComponentProps<'input'>>): ReactNode {
  return (
    <Field
      control={(props) => (
        <input
          {...rest}
          {...props}
          className={classes(CONTROL, NORMAL)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {...fieldProps({ label, hint, error, labelHidden, className })}
    />
  )
}

export function TextAreaField({
  label,
  hint,
  error,
  labelHidden,
  className,
  onChange,
  ...rest
}: FieldProps & Changes<ComponentProps<'textarea'>>): ReactNode {
  return (
    <Field
      control={(props) => (
        <textarea
          rows={3}
          {...rest}
          {...props}
          className={classes(CONTROL, NORMAL, 'resize-y')}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {...fieldProps({ label, hint, error, labelHidden, className })}
    />
  )
}

export interface Option<Value extends string = string> {
  readonly value: Value
  readonly label: string
}

interface SelectFieldProps<Value extends string> extends FieldProps {
  readonly options: readonly Option<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly disabled?: boolean
  readonly name?: string
  readonly small?: boolean
}

export function SelectField<Value extends string>({
  options,
  value,
  onChange,
  disabled,
  name,
  small = false,
  ...field
}: SelectFieldProps<Value>): ReactNode {
  return (
    <Field
      {...field}
      control={(props) => (
        <select
          {...props}
          className={classes(CONTROL, small ? 'min-h-9 py-0.5 pr-7 text-sm' : NORMAL)}
          disabled={disabled}
          name={name}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value)
            if (chosen !== undefined) onChange(chosen.value)
          }}
          value={value}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    />
  )
}

interface CheckboxFieldProps extends Omit<FieldProps, 'labelHidden'> {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
}

export function CheckboxField({
  label,
  hint,
  error,
  className,
  checked,
  onChange,
  disabled,
}: CheckboxFieldProps): ReactNode {
  const id = useId()
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={classes('grid grid-cols-[auto_1fr] gap-x-2.5', className)}>
      <input
        aria-describedby={described === '' ? undefined : described}
        aria-invalid={error === undefined ? undefined : true}
        checked={checked}
        className="mt-px size-5 accent-accent"
        disabled={disabled}
        id={id}
        onChange={(event) => onChange(event.target.checked)}
        type="checkbox"
      />
      <label htmlFor={id}>{label}</label>
      {error !== undefined && (
        <p className="col-start-2 text-danger text-sm" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className="col-start-2 text-muted text-sm" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface RadioFieldProps<Value extends string> extends Omit<FieldProps, 'labelHidden'> {
  readonly options: readonly (Option<Value> & { readonly hint?: string })[]
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
  readonly disabled?: boolean
}

export function RadioField<Value extends string>({
  label,
  hint,
  error,
  className,
  options,
  value,
  onChange,
  disabled,
}: RadioFieldProps<Value>): ReactNode {
  const id = useId()
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset
      aria-describedby={described === '' ? undefined : described}
      className={classes('grid min-w-0 gap-2', className)}
      disabled={disabled}
    >
      <legend className="mb-1.5 font-semibold text-sm">{label}</legend>
      {options.map((option) => (
        <label className="grid grid-cols-[auto_1fr] gap-x-2.5" key={option.value}>
          {/* Its name is the choice alone; what the choice means is read out after it. */}
          <input
            aria-describedby={option.hint === undefined ? undefined : `${id}-${option.value}-hint`}
            aria-labelledby={`${id}-${option.value}`}
            checked={value === option.value}
            className="mt-px size-5 accent-accent"
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
      {error !== undefined && (
        <p className="text-danger text-sm" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className="text-muted text-sm" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}

/** Leaves out what was not given, so that absent stays absent. */
function fieldProps({
  label,
  hint,
  error,
  labelHidden,
  className,
}: {
  readonly label: ReactNode
  readonly hint: ReactNode
  readonly error: string | undefined
  readonly labelHidden: boolean | undefined
  readonly className: string | undefined
}): FieldProps {
  return {
    label,
    error,
    ...(hint === undefined ? {} : { hint }),
    ...(labelHidden === undefined ? {} : { labelHidden }),
    ...(className === undefined ? {} : { className }),
  }
}
