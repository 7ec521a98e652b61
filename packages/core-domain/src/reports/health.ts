import { z } from 'zod'
import { DropReason } from '../statistics.ts'
import { Timestamp } from '../time/instant.ts'
import { LocalDate } from '../time/local-date.ts'
import { EvidenceRule } from '../traffic.ts'
import { count, ratio } from './parts.ts'

export const HealthReport = z.object({
  status: z.enum(['healthy', 'degraded', 'silent', 'no_data']).meta({
    description:
      'silent: no event for 24 hours; degraded: far fewer than on the usual weekday, or the engine lags; no_data: never an event.',
  }),
  last_event_at: Timestamp.nullable(),
  events_last_24_hours: count,
  usual_weekday: z
    .object({ expected: z.number(), actual: count, ratio: ratio.nullable(), weeks: count })
    .nullable()
    .meta({ description: 'The same weekday of the last four weeks up to this hour, against today.' }),
  gaps: z
    .array(z.object({ start: Timestamp, end: Timestamp, expected: z.number() }))
    .meta({ description: 'Hours of the last 7 days without an event in which the weeks before had at least 10.' }),
  rejected: z.array(z.object({ reason: DropReason, count, last_at: Timestamp })).meta({ description: 'Last 7 days.' }),
  unlisted_names: z.object({ events: count, last_at: Timestamp }).nullable().meta({
    description:
      'Events of the last 7 days that were counted, but had more new names than one network may bring in an hour: the event or title is `Other`, new properties are left out.',
  }),
  ingest: z.object({ lag_seconds: z.number(), pending_events: count }),
  automation: z
    .object({
      visits: count,
      suspected_visits: count,
      share: ratio.nullable().meta({ description: 'suspected_visits ÷ visits; null without visits.' }),
      counted: z.boolean().meta({ description: 'Whether numbers include suspected automation by default.' }),
      unclassified_visits: count.meta({
        description: 'Visits without a class, such as imported ones. They count as human.',
      }),
      days: z
        .array(
          z.object({
            date: LocalDate,
            visits: count,
            suspected_visits: count,
            evidence: z.array(z.object({ rule: EvidenceRule, visits: count })),
          }),
        )
        .meta({
          description:
            'Each day with visits, the latest first. A suspected visit counts for every rule that speaks against it.',
        }),
      rules: z
        .array(z.object({ rule: EvidenceRule, strength: z.enum(['strong', 'weak', 'both']), active: z.boolean() }))
        .meta({ description: 'data_centre is not active without a database of networks.' }),
    })
    .meta({ description: 'Last 7 days: visits that look automated without saying so.' }),
})
export type HealthReport = z.infer<typeof HealthReport>
