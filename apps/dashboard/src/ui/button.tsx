import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icons.tsx'
import { Spinner } from './spinner.tsx'

type Side = 'left' | 'right'
type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  readonly kind?: ButtonKind
  readonly size?: 'normal' | 'small'
  readonly icon?: IconName
  /** The action is running: shows a spinner and disables the button. */
  readonly busy?: boolean
  readonly submit?: boolean
  /** Of a quiet button without a ground: its text ends where that of the column ends on this side. */
  readonly aligned?: Side
}

export function Button({
  kind = 'secondary',
  size = 'normal',
  icon,
  busy = false,
  submit = false,
  aligned,
  children,
  className,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      {...rest}
      aria-busy={busy || undefined}
      className={classes(buttonClasses(kind, size, aligned), className)}
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
  /** Its icon ends where the column ends on the right. */
  readonly aligned?: boolean
}

export function IconButton({ icon, label, aligned = false, className, ...rest }: IconButtonProps): ReactNode {
  return (
    <button
      {...rest}
      aria-label={label}
      className={classes(
        'inline-flex size-8 items-center justify-center rounded-control text-muted enabled:hover:bg-raised enabled:hover:text-text disabled:opacity-40',
        // As wide as the space around the strokes of the icon.
        aligned && '-mr-2.5',
        className,
      )}
      title={label}
      type="button"
    >
      <Icon name={icon} />
    </button>
  )
}

const DISABLED = 'disabled:not-aria-busy:border-line disabled:not-aria-busy:bg-raised disabled:not-aria-busy:text-muted'

/** Classes of a button, for links. */
export function buttonClasses(
  kind: ButtonKind = 'secondary',
  size: 'normal' | 'small' = 'normal',
  aligned?: Side,
): string {
  return classes(
    'inline-flex items-center justify-center gap-2 rounded-control border font-semibold sm:whitespace-nowrap disabled:cursor-not-allowed',
    // A busy button keeps its colours.
    kind === 'quiet' ? 'disabled:not-aria-busy:text-muted' : DISABLED,
    size === 'small' ? 'min-h-8 px-2.5 py-1 text-sm' : 'min-h-10 px-4 py-1.5',
    // As wide as the space inside of the button, with its border.
    aligned === 'left' && (size === 'small' ? '-ml-[11px]' : '-ml-[17px]'),
    aligned === 'right' && (size === 'small' ? '-mr-[11px]' : '-mr-[17px]'),
    kind === 'primary' && 'border-transparent bg-accent text-on-accent enabled:hover:bg-accent-hover',
    kind === 'secondary' && 'border-field-line bg-surface text-text hover:bg-raised',
    kind === 'quiet' && 'border-transparent text-accent hover:bg-accent-ground',
    kind === 'danger' && 'border-transparent bg-danger-fill text-on-danger',
  )
}
