import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** Explains why there is nothing, and what to do. */
export function EmptyState({ title, children, actions }: EmptyStateProps): ReactNode {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-1.5 px-4 py-10 text-center">
      <p className="font-semibold">{title}</p>
      {children !== undefined && <div className="text-balance text-muted text-sm">{children}</div>}
      {actions !== undefined && actions !== false && (
        <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>
      )}
    </div>
  )
}
