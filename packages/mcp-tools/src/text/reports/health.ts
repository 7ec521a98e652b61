import { HealthReport } from '@footfall/core-domain'
import { column, tableLines } from '../cells.ts'
import { decimalText, durationText } from '../numbers.ts'
import { reportText, titled } from './report.ts'
import { ratioCell } from './values.ts'

export const healthText = reportText(HealthReport, (report) => {
  const {
    status,
    last_event_at,
    events_last_24_hours,
    usual_weekday: usual,
    gaps,
    rejected,
    unlisted_names: unlisted,
    ingest,
  } = report
  return [
    `Collection is ${status}: last event ${last_event_at ?? 'never'}, ${decimalText(events_last_24_hours)} events in the last 24 hours.`,
    usual === null
      ? 'Usual weekday: nothing to compare with.'
      : `Usual weekday up to this hour: expected ${decimalText(usual.expected)}, actual ${decimalText(usual.actual)}, ratio ${ratioCell(usual.ratio)}, of ${decimalText(usual.weeks)} weeks.`,
    `Ingest: lag ${durationText(ingest.lag_seconds)}, ${decimalText(ingest.pending_events)} pending events.`,
    ...titled(
      'Hours without events, last 7 days',
      tableLines<(typeof gaps)[number]>(
        [
          column('start', ({ start }) => start),
          column('end', ({ end }) => end),
          column('expected', ({ expected }) => decimalText(expected)),
        ],
        gaps,
      ),
    ),
    ...titled(
      'Not counted, last 7 days',
      tableLines<(typeof rejected)[number]>(
        [
          column('reason', ({ reason }) => reason),
          column('count', ({ count }) => decimalText(count)),
          column('last_at', ({ last_at }) => last_at),
        ],
        rejected,
      ),
    ),
    ...(unlisted === null
      ? []
      : [
          `Counted under Other, last 7 days: ${decimalText(unlisted.events)} events, last at ${unlisted.last_at}, with more new names of events, properties or titles than one network may bring in an hour.`,
        ]),
  ]
})
