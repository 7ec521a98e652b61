import type { ReactNode } from 'react'

interface WithChangeProps {
  readonly change: ReactNode
  readonly children: ReactNode
}

/** A number of a table after its change. Where a phone shows rows as blocks, the change is below the number. */
export function WithChange({ change, children }: WithChangeProps): ReactNode {
  return (
    <span className="inline-flex items-center justify-end gap-x-2 max-sm:group-data-stacked/table:flex-col-reverse max-sm:group-data-stacked/table:items-start">
      {change}
      {children}
    </span>
  )
}
