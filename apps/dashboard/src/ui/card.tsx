import type { ReactNode } from 'react'
import { classes } from './classes.ts'

interface CardProps {
  readonly title?: ReactNode
  readonly description?: ReactNode
  /** Next to the heading. */
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly className?: string
  /** Content without padding, such as tables. */
  readonly flush?: boolean
  /** The content is being replaced. */
  readonly busy?: boolean
}

export function Card({
  title,
  description,
  actions,
  children,
  className,
  flush = false,
  busy = false,
}: CardProps): ReactNode {
  const heading = title !== undefined || actions !== undefined
  return (
    <section
      aria-busy={busy || undefined}
      className={classes('min-w-0 rounded-card border bg-surface', busy && 'opacity-60', className)}
    >
      {heading && (
        // As high with a small button as without one, so that cards beside each other begin alike.
        <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-5 pt-3">
          {title !== undefined && <h2 className="min-w-0 flex-[1_1_10rem] py-1 font-semibold text-base">{title}</h2>}
          {actions}
          {description !== undefined && (
            <p className="-mt-1.5 min-w-0 basis-full text-pretty text-muted text-sm">{description}</p>
          )}
        </header>
      )}
      <div className={classes(!flush && 'px-5 pb-5', heading ? 'pt-2.5' : !flush && 'pt-5')}>{children}</div>
    </section>
  )
}
