import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export type Tone = 'neutral' | 'accent' | 'good' | 'warning' | 'danger'

const TONES: Readonly<Record<Tone, string>> = {
  neutral: 'bg-raised text-muted border-line',
  accent: 'bg-accent-ground text-accent border-transparent',
  good: 'bg-good-ground text-good border-transparent',
  warning: 'bg-warning-ground text-warning border-warning-line',
  danger: 'bg-danger-ground text-danger border-transparent',
}

/** The text colour of each tone, for text without a badge. */
export const TEXT_TONES: Readonly<Record<Tone, string>> = {
  neutral: 'text-muted',
  accent: 'text-accent',
  good: 'text-good',
  warning: 'text-warning',
  danger: 'text-danger',
}

export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone
  readonly children: ReactNode
}): ReactNode {
  return (
    <span
      className={classes(
        'inline-flex items-center rounded-full border px-2 py-px font-semibold text-xs whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}
