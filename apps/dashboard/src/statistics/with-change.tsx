import type { ReactNode } from 'react'

interface WithChangeProps {
  readonly change: ReactNode
  readonly children: ReactNode
}

/** A number of a table after its change. Numbers of up to six characters are as wide as each other, so that changes align. Where a phone shows rows as blocks, the change is below the number. */
export function WithChange({ change, children }: WithChangeProps): ReactNode {
  return (
    <span className="inline-flex items-center justify-end gap-x-2 max-sm:group-data-stacked/table:flex-col-reverse max-sm:group-data-stacked/table:items-start">
      {change}
      <span className="sm:min-w-[6ch]">{children}</span>
    </span>
  )
}
