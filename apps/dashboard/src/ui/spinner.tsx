import type { ReactNode } from 'react'
import { t } from '../messages/messages.ts'
import { classes } from './classes.ts'

export function Spinner(): ReactNode {
  return (
    <svg aria-hidden="true" className="size-4 motion-safe:animate-spin" fill="none" viewBox="0 0 24 24">
      <circle cx="12" cy="12" opacity="0.25" r="9" stroke="currentColor" strokeWidth="3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeLinecap="round" strokeWidth="3" />
    </svg>
  )
}

/** Placeholder of the same size, so that the layout does not move. */
export function Skeleton({ className }: { readonly className?: string }): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={classes('block motion-safe:animate-pulse rounded bg-line', className ?? 'h-4 w-full')}
    />
  )
}

/** A part of a page that is loading. */
export function Loading({ what, lines = 4 }: { readonly what: string; readonly lines?: number }): ReactNode {
  return (
    <div aria-busy="true" className="grid gap-3 p-4">
      <span className="sr-only" role="status">
        {t('ui.loading', { what })}
      </span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never change
        <Skeleton className="h-5" key={line} />
      ))}
    </div>
  )
}
