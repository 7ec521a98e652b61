import { type ReactNode, useEffect } from 'react'

interface PageHeaderProps {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  /** Said only to those who do not see the page; where the page's look leaves no room for a heading. */
  readonly hidden?: boolean
}

/** The one `h1` of a page, and the title of its tab. */
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
