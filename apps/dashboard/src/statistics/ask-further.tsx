import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../messages/messages.ts'
import { useSharedView } from '../session/shared-view.ts'
import type { DateRange } from './date-range.ts'
import { type Condition, withFilter } from './filters.ts'
import { keepReportSearch } from './search.ts'
import type { ReportState } from './use-report-state.ts'

interface AskFurtherProps {
  readonly condition: Condition
  /** The value, as people read it. */
  readonly label: string
  readonly children?: ReactNode
}

interface OverviewLinkProps extends AskFurtherProps {
  readonly product: string
  /** Holds as well. */
  readonly also?: Condition
  /** The days that the value is about, where they are not those of the page. */
  readonly days?: DateRange
}

/** A value of a report that leads to the overview of what it stands for, with the filters of the page. */
export function OverviewLink({ product, condition, also, days, label, children }: OverviewLinkProps) {
  const shared = useSharedView()
  if (shared !== undefined && !shared.sections.includes('overview')) return <>{children ?? label}</>
  return (
    <Link
      className="link inline-block min-h-6 leading-6 min-w-0 max-w-full text-left"
      params={{ product }}
      search={(before) => {
        const kept = keepReportSearch(before)
        return {
          ...kept,
          ...(days !== undefined && { ...days, period: undefined }),
          filters: withFilter(also === undefined ? kept.filters : withFilter(kept.filters, also), condition),
        }
      }}
      title={t('breakdowns.only', { label })}
      to="/products/$product"
    >
      {children ?? label}
    </Link>
  )
}

/** A value of a report that the report is narrowed to; plain text where it cannot be. */
export function RowButton({
  label,
  children,
  onPress,
}: Omit<AskFurtherProps, 'condition'> & { readonly onPress: (() => void) | undefined }): ReactNode {
  if (onPress === undefined) return <>{children ?? label}</>
  return (
    <button
      className="link min-h-6 min-w-0 max-w-full text-left align-top leading-6"
      onClick={onPress}
      title={t('breakdowns.only', { label })}
      type="button"
    >
      {children ?? label}
    </button>
  )
}

/** A value of a report that the report itself is then filtered by. */
export function FilterButton({
  state,
  condition,
  label,
  children,
}: AskFurtherProps & { readonly state: ReportState }): ReactNode {
  return (
    <RowButton label={label} onPress={() => state.change({ filters: withFilter(state.filters, condition) })}>
      {children}
    </RowButton>
  )
}
