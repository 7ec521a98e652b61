import type { ReactNode } from 'react'
import type { Realtime } from '../../api/types.ts'
import { valueTicks } from '../../chart/value-ticks.ts'
import { t } from '../../messages/messages.ts'
import { formatCount, formatCountTick, formatTime } from '../../statistics/format.ts'

interface MinuteBarsProps {
  readonly minutes: Realtime['minutes']
  readonly timezone: string
}

/** A bar for each minute above a scale, with a table for screen readers. */
export function MinuteBars({ minutes, timezone }: MinuteBarsProps): ReactNode {
  const ticks = valueTicks(Math.max(1, ...minutes.map(({ pageviews }) => pageviews)), true)
  const top = ticks.at(-1) ?? 1
  const time = (start: string) => formatTime(start, timezone)
  return (
    <>
      <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 pt-1.5 text-muted text-xs">
        <ul className="flex h-28 flex-col-reverse justify-between text-right tabular-nums">
          {ticks.map((tick) => (
            <li className="flex h-0 items-center justify-end" key={tick}>
              {formatCountTick(tick)}
            </li>
          ))}
        </ul>
        <div className="relative flex h-28 items-end gap-0.5 border-b">
          {ticks.slice(1).map((tick) => (
            <div className="absolute inset-x-0 border-t" key={tick} style={{ bottom: `${(tick / top) * 100}%` }} />
          ))}
          {minutes.map(({ start, pageviews }) => (
            <div
              className="relative min-h-px flex-1 rounded-t bg-accent"
              key={start}
              style={{ height: `${(pageviews / top) * 100}%` }}
              title={`${time(start)}: ${formatCount(pageviews)}`}
            />
          ))}
        </div>
        <p className="col-start-2 mt-1 flex justify-between">
          <span>{minutes[0] && time(minutes[0].start)}</span>
          <span>{t('realtime.now')}</span>
        </p>
      </div>
      <div className="sr-only">
        <table>
          <caption>{t('realtime.minutes_caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('realtime.minute')}</th>
              <th scope="col">{t('realtime.pageviews_column')}</th>
              <th scope="col">{t('realtime.unit')}</th>
            </tr>
          </thead>
          <tbody>
            {minutes.map(({ start, pageviews, visitors }) => (
              <tr key={start}>
                <td>{time(start)}</td>
                <td>{pageviews}</td>
                <td>{visitors}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
