import { z } from 'zod'
import { CurrencyCode } from '../entities/common.ts'
import { UNITS } from '../metrics/index.ts'
import { Comparison, Metric } from '../statistics.ts'
import { Timestamp } from '../time/instant.ts'
import { LocalDate } from '../time/local-date.ts'
import { change, complete, count, of, previous, StatsValue, start, stated } from './parts.ts'

const StatsPoint = z.object({ start, complete, ...StatsValue.shape })
export const rowKeys = {
  key: z.string().meta({ description: 'The dimension’s value; empty when the events carry none.' }),
  keys: z
    .array(z.string())
    .optional()
    .meta({ description: 'With two dimensions, the value of each; by city, region and country as well, after them.' }),
  label: z.string().optional().meta({ description: 'What a person reads, where the key is a code.' }),
  visitors: count.nullable().meta({ description: 'Visitors of the row; null where they are withheld.' }),
}
export const StatsRow = z.object({
  ...rowKeys,
  ...StatsValue.shape,
  of,
  previous: previous.optional(),
  change: change.optional(),
})
export type StatsRow = z.infer<typeof StatsRow>

export const comparedPeriod = {
  period: Comparison,
  from: LocalDate,
  to: LocalDate,
  until: Timestamp.optional().meta({
    description: 'If the period includes the running day: the instant at which the earlier period is cut.',
  }),
}

const measured = {
  metric: Metric,
  unit: z.enum(UNITS),
  currency: CurrencyCode.optional(),
  ...stated,
  value: z.number().nullable(),
  of,
}

/** The answer to a question about one metric. */
export const StatsReport = z.object({
  ...measured,
  series: z.array(StatsPoint).optional(),
  rows: z.array(StatsRow).optional(),
  comparison: z
    .object({
      ...comparedPeriod,
      ...stated,
      value: z.number().nullable(),
      of,
      change,
      series: z.array(StatsPoint).optional(),
    })
    .optional(),
})
export type StatsReport = z.infer<typeof StatsReport>

/** The answer to a question about several metrics: `values`, `previous` and `change` are in the order of `metrics`. */
export const SeveralStatsReport = z.object({
  metrics: z.array(z.object({ ...measured, previous: previous.optional(), change: change.optional() })),
  series: z
    .array(z.object({ start, complete, values: z.array(StatsValue), previous: z.array(previous).optional() }))
    .optional(),
  rows: z
    .array(
      z.object({
        ...rowKeys,
        values: z.array(StatsValue),
        of,
        previous: z.array(previous).optional(),
        change: z.array(change).optional(),
      }),
    )
    .optional(),
  comparison: z.object(comparedPeriod).optional(),
})
export type SeveralStatsReport = z.infer<typeof SeveralStatsReport>
