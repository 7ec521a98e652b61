import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import type { Filter } from '../filters.ts'

interface FiltersNotAppliedProps {
  readonly filters: readonly Filter[] | undefined
  /** The id of the segment in force. */
  readonly segment?: string | undefined
  /** Why not, as a sentence. */
  readonly why: string
}

/** Says on a page that cannot obey the filters and the segment in force that it does not. */
export function FiltersNotApplied({ filters = [], segment, why }: FiltersNotAppliedProps): ReactNode {
  if (filters.length === 0 && segment === undefined) return null
  return (
    <p className="text-muted text-sm" role="note">
      {filters.length > 0 && `${t('filters.not_applied', { count: filters.length })} `}
      {segment !== undefined && `${t('segments.not_applied')} `}
      {why}
    </p>
  )
}
