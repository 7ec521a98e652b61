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
    automation,
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
    `Suspected automation, last 7 days: ${decimalText(automation.suspected_visits)} of ${decimalText(automation.visits)} visits (${ratioCell(automation.share)}), ${automation.counted ? 'counted' : 'left out of numbers'} by default.`,
    ...(automation.unclassified_visits === 0
      ? []
      : [
          `${decimalText(automation.unclassified_visits)} visits have no class, such as imported ones, and count as human.`,
        ]),
    ...titled(
      'Evidence of automation by day',
      tableLines<(typeof automation.days)[number]>(
        [
          column('date', ({ date }) => date),
          column('visits', ({ visits }) => decimalText(visits)),
          column('suspected', (day) => decimalText(day.suspected_visits)),
          column('evidence', ({ evidence }) =>
            evidence.map(({ rule, visits }) => `${rule} ${decimalText(visits)}`).join(', '),
          ),
        ],
        automation.days,
      ),
    ),
    ...titled(
      'Rules of evidence (data_centre is not active without ASN_DATABASE)',
      tableLines<(typeof automation.rules)[number]>(
        [
          column('rule', ({ rule }) => rule),
          column('strength', ({ strength }) => strength),
          column('active', ({ active }) => (active ? 'yes' : 'no')),
        ],
        automation.rules,
      ),
    ),
    ...(unlisted === null
      ? []
      : [
          `Counted under Other, last 7 days: ${decimalText(unlisted.events)} events, last at ${unlisted.last_at}, with more new names of events, properties or titles than one network may bring in an hour.`,
        ]),
  ]
})
