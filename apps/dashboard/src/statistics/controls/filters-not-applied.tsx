import type { ReactNode } from 'react'
import type { Filter } from '../filters.ts'

interface FiltersNotAppliedProps {
  readonly filters: readonly Filter[] | undefined
  /** Why not, as a sentence. */
  readonly why: string
}

/** Says on a page that cannot obey the filters in force that it does not. */
export function FiltersNotApplied({ filters = [], why }: FiltersNotAppliedProps): ReactNode {
  if (filters.length === 0) return null
  return (
    <p className="text-muted text-sm" role="note">
      {filters.length === 1 ? 'The filter does' : `The ${filters.length} filters do`} not apply to this page. {why}
    </p>
  )
}
