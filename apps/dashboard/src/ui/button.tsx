import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icons.tsx'
import { Spinner } from './spinner.tsx'

type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  readonly kind?: ButtonKind
  readonly size?: 'normal' | 'small'
  readonly icon?: IconName
  /** The action is running: shows a spinner and disables the button. */
  readonly busy?: boolean
  readonly submit?: boolean
}

export function Button({
  kind = 'secondary',
  size = 'normal',
  icon,
  busy = false,
  submit = false,
  children,
  className,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      {...rest}
      aria-busy={busy || undefined}
      className={classes(buttonClasses(kind, size), className)}
      disabled={rest.disabled || busy}
      type={submit ? 'submit' : 'button'}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children'> {
  readonly icon: IconName
  /** Accessible name and tooltip. */
  readonly label: string
}

export function IconButton({ icon, label, className, ...rest }: IconButtonProps): ReactNode {
  return (
    <button
      {...rest}
      aria-label={label}
      className={classes(
        'inline-flex size-8 items-center justify-center rounded-control text-muted enabled:hover:bg-raised enabled:hover:text-text disabled:opacity-40',
        className,
      )}
      title={label}
      type="button"
    >
      <Icon name={icon} />
    </button>
  )
}

/** Classes of a button, for links. */
export function buttonClasses(kind: ButtonKind = 'secondary', size: 'normal' | 'small' = 'normal'): string {
  return classes(
    'inline-flex items-center justify-center gap-2 rounded-control border font-semibold sm:whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-60',
    size === 'small' ? 'min-h-8 px-2.5 py-1 text-sm' : 'min-h-10 px-4 py-1.5',
    kind === 'primary' && 'border-transparent bg-accent text-on-accent enabled:hover:bg-accent-hover',
    kind === 'secondary' && 'border-field-line bg-surface text-text hover:bg-raised',
    kind === 'quiet' && 'border-transparent text-accent hover:bg-accent-ground',
    kind === 'danger' && 'border-transparent bg-danger-fill text-on-danger',
  )
}
