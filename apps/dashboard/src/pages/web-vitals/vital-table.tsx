import { WEB_VITALS, type WebVital } from '@footfall/core-domain/metrics'
import type { ReactNode } from 'react'
import type { SeveralStatsReport } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { describeState } from '../../statistics/describe-state.ts'
import { formatCount, formatValue } from '../../statistics/format.ts'
import { keyLabel } from '../../statistics/key-label.ts'
import { metricLabel } from '../../statistics/metric-labels.ts'
import { Card } from '../../ui/card.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { ratingOf } from './vital-texts.ts'

type Row = NonNullable<SeveralStatsReport['rows']>[number]

interface VitalTableProps {
  readonly caption: string
  readonly dimension: 'page' | 'device'
  readonly query: { readonly data: SeveralStatsReport | undefined; readonly isPlaceholderData: boolean }
}

/** The five metrics of each page or device, those of most visitors first. */
export function VitalTable({ caption, dimension, query }: VitalTableProps): ReactNode {
  const { data } = query
  if (data === undefined) return null
  // A row in which nothing was measured has only visitors.
  const rows = (data.rows ?? []).filter(({ values }) => values.slice(1).some(({ state }) => state !== 'empty'))
  if (rows.length === 0) return null
  return (
    <Card busy={query.isPlaceholderData} flush title={caption}>
      <Table caption={caption} columns={columnsOf(dimension, data)} rowKey={({ key }) => key} rows={rows} />
    </Card>
  )
}

function columnsOf(dimension: 'page' | 'device', { metrics }: SeveralStatsReport): readonly Column<Row>[] {
  return [
    {
      id: 'key',
      header: dimension === 'page' ? t('vitals.page') : t('vitals.device'),
      cell: ({ key }) => <span className="break-all">{keyLabel(dimension, key)}</span>,
    },
    ...WEB_VITALS.map((vital): Column<Row> => {
      const at = metrics.findIndex(({ metric }) => metric === vital)
      return {
        id: vital,
        header: metricLabel(vital),
        numeric: true,
        cell: ({ values }) => <Cell value={values[at]} vital={vital} />,
      }
    }),
    {
      id: 'visitors',
      header: t('vitals.visitors'),
      numeric: true,
      cell: ({ visitors }) => (visitors === null ? '–' : formatCount(visitors)),
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
    return <span className="text-muted">{value?.state === 'empty' ? '–' : (text?.short ?? '–')}</span>
  }
  const { label } = ratingOf(vital, value.value)
  return (
    <>
      {formatValue(value.value, { metric: vital })}
      <span className="block text-muted text-xs">{label}</span>
    </>
  )
}
