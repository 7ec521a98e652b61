import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Metric, StatsReport } from '../../../api/types.ts'
import { QueryPending } from '../../../forms/query-pending.tsx'
import { t } from '../../../messages/messages.ts'
import { queryFor } from '../../../statistics/conversion-view.ts'
import { describeRows, describeState } from '../../../statistics/describe-state.ts'
import { formatValue } from '../../../statistics/format.ts'
import { rowLabel } from '../../../statistics/key-label.ts'
import { metricName } from '../../../statistics/metric-labels.ts'
import { countriesQuery } from '../../../statistics/queries.ts'
import type { ReportState } from '../../../statistics/use-report-state.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { choiceOfRow } from '../row-choice.ts'
import { WORLD, WORLD_SIZE } from './world.ts'

type Row = NonNullable<StatsReport['rows']>[number]

interface CountryMapProps {
  readonly metric: Metric
  readonly state: ReportState
}

/** A metric by country as a map. The list of countries has the same numbers. */
export function CountryMap({ metric, state }: CountryMapProps): ReactNode {
  const report = useQuery(countriesQuery(state.product, queryFor(metric, state), metric))
  const [pointed, setPointed] = useState<Row>()
  if (report.data === undefined)
    return <QueryPending lines={8} problemClass="p-5" query={report} what={t('breakdowns.tab_map')} />
  const measured = report.data
  const rows = measured.rows ?? []
  const name = metricName(measured.metric)
  const stateText = describeRows(measured, rows)
  if (stateText !== undefined)
    return <EmptyState title={stateText.title ?? stateText.short}>{stateText.why}</EmptyState>
  if (rows.length === 0) return <EmptyState title={t('breakdowns.none')} />
  return (
    <div aria-busy={report.isPlaceholderData || undefined} className="grid gap-1 px-3 pt-2 pb-3">
      <World
        onChoose={(row) => state.change(choiceOfRow('country', row, state.filters))}
        onPoint={setPointed}
        name={name}
        rows={rows}
      />
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2 px-2 text-sm">
        <span className="text-muted">
          {pointed === undefined
            ? t('map.hint', { metric: name })
            : t('map.pointed', {
                country: rowLabel('country', pointed),
                value: formatted(pointed, measured),
                metric: name,
              })}
        </span>
        <Button className="-mx-2.5" kind="quiet" onClick={() => state.change({ all: 'country' })} size="small">
          {t('breakdowns.show_all')}
        </Button>
      </div>
    </div>
  )
}

interface WorldProps {
  /** Of the metric, inside a sentence. */
  readonly name: string
  readonly rows: readonly Row[]
  readonly onChoose: (row: Row) => void
  readonly onPoint: (row: Row | undefined) => void
}

function World({ name, rows, onChoose, onPoint }: WorldProps): ReactNode {
  const most = Math.max(...rows.map(({ value }) => value ?? 0)) || 1
  const byCode = new Map(rows.map((row) => [row.key, row]))
  return (
    <svg
      aria-label={t('map.description', { metric: name })}
      className="h-auto w-full"
      role="img"
      viewBox={`0 0 ${WORLD_SIZE.width} ${WORLD_SIZE.height}`}
    >
      {Object.entries(WORLD).map(([code, path]) => {
        const row = byCode.get(code)
        return (
          <path
            className={row === undefined ? 'fill-raised' : 'cursor-pointer fill-accent hover:stroke-text'}
            d={path}
            data-country={code}
            fillOpacity={row === undefined ? undefined : opacityOf(row.value, most)}
            key={code}
            {...(row !== undefined && {
              onClick: () => onChoose(row),
              onPointerEnter: () => onPoint(row),
              onPointerLeave: () => onPoint(undefined),
            })}
            stroke="var(--color-line)"
            strokeWidth="1"
          />
        )
      })}
    </svg>
  )
}

const FAINTEST = 0.15

/** By the square root, since one country often has more visitors than all others. */
function opacityOf(value: number | null, most: number): number {
  return value === null ? FAINTEST : FAINTEST + (1 - FAINTEST) * Math.sqrt(value / most)
}

function formatted({ value, state }: Row, measured: StatsReport): string {
  if (value !== null && state === 'available') return formatValue(value, measured)
  return describeState({ state, reason: null })?.short ?? ''
}
