import type { ReactNode } from 'react'
import { evenTicks } from '../chart/ticks.ts'
import { TimeChart } from '../chart/time-chart.tsx'
import type { DateRange } from './date-range.ts'
import { formatCount, formatCountTick, formatDay } from './format.ts'

interface DailyChartProps<Day> {
  /** What the chart shows, as a sentence for screen readers. */
  readonly description: string
  /** Plural name of what is counted, such as `hits`. */
  readonly unit: string
  readonly days: readonly Day[]
  /** The running day, where the numbers include it. */
  readonly today?: string
  readonly getValue: (day: Day) => number
  /** A second line of the tooltip. */
  readonly detail?: (day: Day) => string
  /** Days were clicked or dragged over. */
  readonly onChoose?: (days: DateRange) => void
}

/** A count by day. */
export function DailyChart<Day extends { readonly date: string }>({
  description,
  unit,
  days,
  today,
  getValue,
  detail,
  onChoose,
}: DailyChartProps<Day>): ReactNode {
  return (
    <TimeChart
      count={days.length}
      description={description}
      height={200}
      line={{ label: unit, values: days.map(getValue), runningFrom: runningDay(days, today) }}
      marks={[]}
      // A single day is what is shown already.
      {...(onChoose !== undefined &&
        days.length > 1 && {
          onChoose(first: number, last: number) {
            const [from, to] = [days[first]?.date, days[last]?.date]
            if (from !== undefined && to !== undefined) onChoose({ from, to })
          },
        })}
      ticks={(most) => evenTicks(days.length, most)}
      whole
      tickLabel={(at) => (days[at] ? formatDay(days[at].date, 'short') : '')}
      tooltip={(at) => {
        const day = days[at]
        return (
          day && (
            <>
              <span className="block text-muted">{formatDay(day.date)}</span>
              <strong className="font-semibold">
                {formatCount(getValue(day))} {unit}
              </strong>
              {detail && <span className="block text-muted">{detail(day)}</span>}
            </>
          )
        )
      }}
      valueTick={formatCountTick}
    />
  )
}

function runningDay(days: readonly { readonly date: string }[], today: string | undefined): number | undefined {
  const at = days.findIndex(({ date }) => date === today)
  return at < 0 ? undefined : at
}
