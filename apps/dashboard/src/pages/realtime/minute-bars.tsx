import type { ReactNode } from 'react'
import type { Realtime } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { formatCount, formatTime } from '../../statistics/format.ts'

interface MinuteBarsProps {
  readonly minutes: Realtime['minutes']
  readonly timezone: string
}

/** A bar for each minute, with a table for screen readers. */
export function MinuteBars({ minutes, timezone }: MinuteBarsProps): ReactNode {
  const most = Math.max(1, ...minutes.map(({ pageviews }) => pageviews))
  const time = (start: string) => formatTime(start, timezone)
  return (
    <>
      <div aria-hidden="true" className="flex h-28 items-end gap-0.5 border-b">
        {minutes.map(({ start, pageviews }) => (
          <div
            className="min-h-px flex-1 rounded-t bg-accent"
            key={start}
            style={{ height: `${(pageviews / most) * 100}%` }}
            title={`${time(start)}: ${formatCount(pageviews)}`}
          />
        ))}
      </div>
      <p aria-hidden="true" className="mt-1 flex justify-between text-muted text-xs">
        <span>{minutes[0] && time(minutes[0].start)}</span>
        <span>{t('realtime.now')}</span>
      </p>
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
