import type { ReactNode } from 'react'
import type { SearchConsole } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { Change } from '../../statistics/change.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import { formatCount, formatDateRange, formatDay, formatRatio } from '../../statistics/format.ts'
import { NO_VALUE } from '../../ui/no-value.ts'
import { Stat, Stats } from '../../ui/stat.tsx'
import { formatPosition, positions } from './ranked.tsx'

interface SearchTotalsProps {
  readonly report: SearchConsole
  readonly totals: NonNullable<SearchConsole['totals']>
}

/** The numbers of all results, each with its change, and which days were compared. */
export function SearchTotals({ report: { comparison }, totals }: SearchTotalsProps): ReactNode {
  const before = comparison?.totals ?? undefined
  return (
    <div className="grid gap-2">
      <Stats>
        <Stat label={t('search_console.clicks')}>
          {formatCount(totals.clicks)}
          <Changed before={before?.clicks} better="higher" format={formatCount} now={totals.clicks} />
        </Stat>
        <Stat label={t('search_console.impressions')}>
          {formatCount(totals.impressions)}
          <Changed before={before?.impressions} better="higher" format={formatCount} now={totals.impressions} />
        </Stat>
        <Stat label={t('search_console.click_rate')}>
          {totals.ctr === null ? NO_VALUE : formatRatio(totals.ctr)}
          <Changed before={before?.ctr} better="higher" format={formatRatio} kind="share" now={totals.ctr} />
        </Stat>
        <Stat label={t('search_console.average_position')}>
          {formatPosition(totals.position)}
          <Changed
            before={before?.position}
            better="lower"
            format={positions.format}
            kind="position"
            now={totals.position}
          />
        </Stat>
      </Stats>
      {comparison !== undefined && (
        <p className="text-muted text-sm">
          {comparison.totals === null
            ? describeState(comparison)?.why
            : t('search_console.compared', {
                until: formatDay(comparison.compared_to),
                range: formatDateRange(comparison),
              })}
        </p>
      )}
    </div>
  )
}

interface ChangedProps {
  readonly now: number | null
  readonly before: number | null | undefined
  readonly format: (value: number) => string
  /** A share changes in percentage points, a position in places, everything else as percent. */
  readonly kind?: 'count' | 'share' | 'position'
  readonly better: 'higher' | 'lower'
}

function Changed({ now, before, format, better, kind = 'count' }: ChangedProps): ReactNode {
  if (now === null || before === null || before === undefined || before === 0) return null
  return (
    <Change
      better={better}
      change={(now - before) / before}
      places={kind === 'position' ? now - before : undefined}
      points={kind === 'share' ? now - before : undefined}
      size="small"
      title={t('breakdowns.previously', { value: format(before) })}
    />
  )
}
