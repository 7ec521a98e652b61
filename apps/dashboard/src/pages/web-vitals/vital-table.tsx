import { WEB_VITALS, type WebVital } from '@footfall/core-domain/metrics'
import type { ReactNode } from 'react'
import type { SeveralStatsReport } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { FilterButton } from '../../statistics/ask-further.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import { ExportTable } from '../../statistics/export-table.tsx'
import { formatCount, formatValue } from '../../statistics/format.ts'
import { keyLabel } from '../../statistics/key-label.ts'
import { metricLabel } from '../../statistics/metric-labels.ts'
import type { ReportState } from '../../statistics/use-report-state.ts'
import { TEXT_TONES } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { NO_VALUE } from '../../ui/no-value.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { ratingOf } from './vital-texts.ts'

type Row = NonNullable<SeveralStatsReport['rows']>[number]

interface VitalTableProps {
  readonly caption: string
  readonly dimension: 'page' | 'device'
  readonly state: ReportState
  readonly query: { readonly data: SeveralStatsReport | undefined; readonly isPlaceholderData: boolean }
}

/** The five metrics of each page or device, those of most visitors first. */
export function VitalTable({ caption, dimension, state, query }: VitalTableProps): ReactNode {
  const { data } = query
  if (data === undefined) return null
  // A row in which nothing was measured has only visitors.
  const rows = (data.rows ?? []).filter(({ values }) => values.slice(1).some(({ state }) => state !== 'empty'))
  if (rows.length === 0) return null
  const columns = columnsOf(dimension, data, state)
  return (
    <Card
      actions={<ExportTable columns={columns} name={`web-vitals-${dimension}`} rows={rows} what={caption} />}
      busy={query.isPlaceholderData}
      flush
      title={caption}
    >
      <Table caption={caption} columns={columns} rowKey={({ key }) => key} rows={rows} />
    </Card>
  )
}

function columnsOf(
  dimension: 'page' | 'device',
  { metrics }: SeveralStatsReport,
  state: ReportState,
): readonly Column<Row>[] {
  return [
    {
      id: 'key',
      header: dimension === 'page' ? t('vitals.page') : t('vitals.device'),
      value: ({ key }) => key,
      cell: ({ key }) => (
        <FilterButton
          condition={{ dimension, operator: 'is', values: [key] }}
          label={keyLabel(dimension, key)}
          state={state}
        >
          <span className="wrap-anywhere">{keyLabel(dimension, key)}</span>
        </FilterButton>
      ),
    },
    ...WEB_VITALS.map((vital): Column<Row> => {
      const at = metrics.findIndex(({ metric }) => metric === vital)
      return {
        id: vital,
        header: metricLabel(vital),
        numeric: true,
        value: ({ values }) => values[at]?.value ?? null,
        cell: ({ values }) => <Cell value={values[at]} vital={vital} />,
      }
    }),
    {
      id: 'visitors',
      header: t('vitals.visitors'),
      numeric: true,
      value: ({ visitors }) => visitors,
      cell: ({ visitors }) => (visitors === null ? NO_VALUE : formatCount(visitors)),
    },
  ]
}

interface CellProps {
  readonly value: Row['values'][number] | undefined
  readonly vital: WebVital
}

function Cell({ value, vital }: CellProps): ReactNode {
  if (value === undefined || value.value === null) {
    const text = value && describeState({ state: value.state, reason: null })
    return <span className="text-muted">{value?.state === 'empty' ? NO_VALUE : (text?.short ?? NO_VALUE)}</span>
  }
  const { label, tone } = ratingOf(vital, value.value)
  return (
    <span className="relative block">
      {formatValue(value.value, { metric: vital })} {/* Most are good: only what is not stands out. */}
      <span className={tone === 'good' ? 'sr-only' : classes('block text-xs', TEXT_TONES[tone])}>{label}</span>
    </span>
  )
}
