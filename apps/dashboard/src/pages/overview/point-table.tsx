import type { ReactNode } from 'react'
import type { StatsReport } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import type { Interval } from '../../statistics/date-range.ts'
import { formatStart } from '../../statistics/format.ts'
import { metricLabel } from '../../statistics/metric-labels.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { formatPoint, isRunning, type Point } from './points.ts'

interface PointTableProps {
  readonly caption: string
  readonly report: StatsReport
  readonly interval: Interval
  /** Opens the days of an interval; absent where they are shown already. */
  readonly onOpen: ((point: Point) => void) | undefined
}

/** One metric over time as a table. */
export function PointTable({ caption, report, interval, onOpen }: PointTableProps): ReactNode {
  const compared = report.comparison?.series
  return (
    <div className="-mx-5 mt-2 max-h-96 overflow-y-auto">
      <Table
        caption={caption}
        columns={columnsFor(report, interval, onOpen)}
        rowKey={({ point }) => point.start}
        rows={(report.series ?? []).map((point, at) => ({ point, earlier: compared?.[at] }))}
      />
    </div>
  )
}

function columnsFor(
  report: StatsReport,
  interval: Interval,
  onOpen: ((point: Point) => void) | undefined,
): readonly Column<PointRow>[] {
  return [
    {
      id: 'start',
      header: t('overview.start'),
      value: ({ point }) => point.start,
      cell: ({ point }) => <PointStart interval={interval} onOpen={onOpen} point={point} />,
    },
    {
      id: 'value',
      header: metricLabel(report.metric),
      numeric: true,
      value: ({ point }) => point.value,
      cell: ({ point }) => `${formatPoint(point, report)}${isRunning(point) ? ` ${t('overview.so_far')}` : ''}`,
    },
    ...(report.comparison?.series === undefined
      ? []
      : [
          {
            id: 'earlier',
            header: t('overview.previous'),
            numeric: true,
            value: ({ earlier }: PointRow) => earlier?.value ?? null,
            cell: ({ earlier }: PointRow) => formatPoint(earlier, report),
          },
        ]),
  ]
}

interface PointStartProps {
  readonly point: Point
  readonly interval: Interval
  readonly onOpen: ((point: Point) => void) | undefined
}

/** The start of an interval, which opens its days as a click on the chart does. */
function PointStart({ point, interval, onOpen }: PointStartProps): ReactNode {
  const text = formatStart(point.start, interval, 'long')
  if (onOpen === undefined) return text
  return (
    <button className="link min-h-6 text-left" onClick={() => onOpen(point)} type="button">
      {text}
    </button>
  )
}

interface PointRow {
  readonly point: Point
  readonly earlier: Point | undefined
}
