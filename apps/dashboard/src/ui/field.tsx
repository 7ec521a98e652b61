import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icons.tsx'

export interface FieldProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** What is wrong, as a sentence. */
  readonly error?: string | undefined
  /** Only screen readers get the label. */
  readonly labelHidden?: boolean | undefined
  readonly className?: string | undefined
}

interface ControlProps {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

type Messages = Pick<FieldProps, 'hint' | 'error'>

/** Ties a label, a hint and an error to any control. */
export function Field({
  label,
  hint,
  error,
  labelHidden = false,
  className,
  control,
}: FieldProps & { readonly control: (props: ControlProps) => ReactNode }): ReactNode {
  const id = useId()
  return (
    <div className={classes('grid min-w-0 content-start gap-1.5', className)}>
      <label className={labelHidden ? 'sr-only' : 'font-semibold text-sm'} htmlFor={id}>
        {label}
      </label>
      {control({ id, ...ariaProps(id, { hint, error }) })}
      <FieldMessages error={error} hint={hint} id={id} />
    </div>
  )
}

/** Names the texts that describe a control. */
export function ariaProps(id: string, { hint, error }: Messages) {
  const describedBy = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean)
  return {
    'aria-describedby': describedBy.length === 0 ? undefined : describedBy.join(' '),
    'aria-invalid': error === undefined ? undefined : true,
  } as const
}

export function FieldMessages({
  id,
  hint,
  error,
  className,
}: Messages & { readonly id: string; readonly className?: string }): ReactNode {
  return (
    <>
      {error !== undefined && (
        <p className={classes('text-danger text-sm', className)} id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className={classes('text-muted text-sm', className)} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  )
}

export const CONTROL =
  'w-full min-w-0 rounded-control border border-field-line bg-surface px-3 aria-invalid:border-danger disabled:bg-raised disabled:text-muted'
const NORMAL = 'min-h-10 py-1.5'

type Changes<T> = { readonly onChange: (value: string) => void } & Omit<T, 'onChange' | 'id' | 'className'>

/** Separates the properties of a field from those of its control. */
function separated<Props extends FieldProps>({ label, hint, error, labelHidden, className, ...rest }: Props) {
  return { field: { label, hint, error, labelHidden, className }, rest }
}

export function TextField({ onChange, ...props }: FieldProps & Changes<ComponentProps<'input'>>): ReactNode {
  const { field, rest } = separated(props)
  const changed: ComponentProps<'input'>['onChange'] = (event) => onChange(event.target.value)
  return (
    <Field
      {...field}
      control={(aria) => <input {...rest} {...aria} className={classes(CONTROL, NORMAL)} onChange={changed} />}
    />
  )
}

export function TextAreaField({ onChange, ...props }: FieldProps & Changes<ComponentProps<'textarea'>>): ReactNode {
  const { field, rest } = separated(props)
  const changed: ComponentProps<'textarea'>['onChange'] = (event) => onChange(event.target.value)
  const className = classes(CONTROL, NORMAL, 'resize-y')
  return (
    <Field
      {...field}
      control={(aria) => <textarea rows={3} {...rest} {...aria} className={className} onChange={changed} />}
    />
  )
}

/** Props of a field whose text is not prose, such as a hostname. */
export const VERBATIM = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const

export interface Option<Value extends string = string> {
  readonly value: Value
  readonly label: string
  /** Heading of the options that follow each other under it. */
  readonly group?: string
}

interface SelectFieldProps<Value extends string> extends FieldProps {
  readonly options: readonly Option<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly small?: boolean
}

export function SelectField<Value extends string>({
  options,
  value,
  onChange,
  small = false,
  ...field
}: SelectFieldProps<Value>): ReactNode {
  return (
    <Field
      {...field}
      control={(props) => (
        <span className="relative grid">
          <select
            {...props}
            className={classes(CONTROL, 'appearance-none', small ? 'min-h-9 py-0.5 pr-8 text-sm' : `${NORMAL} pr-9`)}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.target.value)
              if (chosen !== undefined) onChange(chosen.value)
            }}
            value={value}
          >
            {groupsOf(options).map(({ group, options }) =>
              group === undefined ? (
                <Options key="" options={options} />
              ) : (
                <optgroup key={group} label={group}>
                  <Options options={options} />
                </optgroup>
              ),
            )}
          </select>
          <span className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-muted">
            <Icon name="chevronDown" size={16} />
          </span>
        </span>
      )}
    />
  )
}

function Options({ options }: { readonly options: readonly Option[] }): ReactNode {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

/** The options by their groups, in the order in which each begins. */
function groupsOf(options: readonly Option[]): readonly { readonly group?: string; readonly options: Option[] }[] {
  return [...new Set(options.map(({ group }) => group))].map((group) => ({
    ...(group !== undefined && { group }),
    options: options.filter((option) => option.group === group),
  }))
}
