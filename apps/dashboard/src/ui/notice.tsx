import type { ReactNode } from 'react'
import { classes } from './classes.ts'

interface NoticeProps {
  readonly tone?: 'info' | 'good' | 'warning' | 'danger'
  readonly title?: string
  readonly children?: ReactNode
  /** Buttons and links to act on it. */
  readonly actions?: ReactNode
  /** `danger` is announced at once by default, other tones politely. */
  readonly role?: 'alert' | 'status' | 'note'
  readonly className?: string
}

const TONES = {
  info: 'border-line bg-raised text-text',
  good: 'border-good bg-good-ground text-good',
  warning: 'border-warning-line bg-warning-ground text-warning',
  danger: 'border-danger bg-danger-ground text-danger',
} as const

/** A message in the page. */
export function Notice({ tone = 'info', title, children, actions, role, className }: NoticeProps): ReactNode {
  return (
    <div
      className={classes('rounded-control border px-4 py-3 text-sm', TONES[tone], className)}
      role={role ?? (tone === 'danger' ? 'alert' : 'note')}
    >
      {title !== undefined && <p className="font-semibold">{title}</p>}
      {children !== undefined && <div className="[&_a]:underline">{children}</div>}
      {actions !== undefined && <div className="mt-2.5 flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}
