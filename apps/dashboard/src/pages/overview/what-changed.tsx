import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { useSharedView } from '../../session/shared-view.ts'
import { queryFor } from '../../statistics/conversion-view.ts'
import { formatCount } from '../../statistics/format.ts'
import { rowLabel } from '../../statistics/key-label.ts'
import { metricLabel } from '../../statistics/metric-labels.ts'
import { moversQuery } from '../../statistics/queries.ts'
import type { ReportState } from '../../statistics/use-report-state.ts'
import { ValueIcon } from '../../statistics/value-icon.tsx'
import { Icon } from '../../ui/icons.tsx'
import { type MovedRow, topMovers } from './movers.ts'
import { choiceOfRow } from './row-choice.ts'

/** The pages, sources and countries whose visitors changed most since the earlier period. */
export function WhatChanged({ state }: { readonly state: ReportState }): ReactNode {
  const isShared = useSharedView() !== undefined
  const enabled = !isShared && state.compare.compare !== undefined
  const report = useQuery({
    ...moversQuery(state.product, { ...queryFor('visitors', state), ...state.compare }),
    enabled,
  })
  if (!enabled) return null
  const movers = topMovers(report.data?.movers ?? { page: [], source: [], country: [], utm_campaign: [] })
  return (
    <section
      aria-label={t('movers.title')}
      className="flex min-h-12 flex-wrap items-center gap-x-3 border-t px-5 py-2 text-sm"
    >
      <h3 className="font-medium text-muted">
        {t('movers.title')} <span className="font-normal">· {metricLabel('visitors')}</span>
      </h3>
      {movers.length === 0 && !report.isPending && <span className="text-muted">{t('movers.none')}</span>}
      <ul className="-mx-2 flex min-h-8 min-w-0 flex-wrap gap-x-1">
        {movers.map((row) => (
          <li key={`${row.dimension} ${row.key}`}>
            <Moved row={row} state={state} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Moved({ row, state }: { readonly row: MovedRow; readonly state: ReportState }): ReactNode {
  const { dimension, key, visitors, previous } = row
  const label = rowLabel(dimension, row)
  const gained = visitors > previous
  const difference = formatCount(Math.abs(visitors - previous))
  return (
    <button
      className="flex min-h-8 max-w-full items-center gap-1.5 rounded-control px-2 hover:bg-raised"
      onClick={() => state.change(choiceOfRow(dimension, { key }, state.filters))}
      title={t('movers.from_to', { label, from: previous, to: visitors })}
      type="button"
    >
      <ValueIcon dimension={dimension} value={key} />
      <span className="min-w-0 max-w-48 truncate">{label}</span>
      <span className={gained ? 'flex items-center text-good' : 'flex items-center text-danger'}>
        <Icon name={gained ? 'up' : 'down'} size={12} />
        <span className="sr-only">{t(gained ? 'change.up' : 'change.down')} </span>
        {difference}
      </span>
    </button>
  )
}
