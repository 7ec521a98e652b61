import { type ReactNode, useEffect } from 'react'

interface PageHeaderProps {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  /** For screen readers only. */
  readonly hidden?: boolean
}

/** The `h1` of a page, and the title of its tab. */
export function PageHeader({ title, description, actions, hidden = false }: PageHeaderProps): ReactNode {
  useEffect(() => {
    document.title = `${title} · Footfall`
  }, [title])
  if (hidden) {
    return (
      <h1 className="sr-only" tabIndex={-1}>
        {title}
      </h1>
    )
  }
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="font-semibold text-2xl tracking-tight" tabIndex={-1}>
          {title}
        </h1>
        {description !== undefined && <div className="mt-1 max-w-prose text-muted">{description}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  )
}
