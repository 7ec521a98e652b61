import { z } from 'zod'
import type { NamedDimension } from './dimensions.ts'
import { SeveralStatsReport, StatsRow } from './reports/index.ts'
import { StateReason, ValueState } from './statistics.ts'
import { LocalDate } from './time/local-date.ts'

/** The dimensions whose rows are compared in an overview. */
export const MOVER_DIMENSIONS = [
  'source',
  'page',
  'country',
  'utm_campaign',
] as const satisfies readonly NamedDimension[]
export type MoverDimension = (typeof MOVER_DIMENSIONS)[number]

/** A row of a breakdown whose visitors changed. */
const Mover = z.object({
  key: StatsRow.shape.key,
  label: StatsRow.shape.label,
  shortened: z
    .literal(true)
    .optional()
    .meta({ description: 'Key or label is cut, and ends with “…”: what is before it begins the whole value.' }),
  visitors: z.number(),
  previous: z.number(),
  change: StatsRow.shape.change.unwrap(),
})
export type Mover = z.infer<typeof Mover>

const Movers = z.object(
  Object.fromEntries(MOVER_DIMENSIONS.map((dimension) => [dimension, z.array(Mover)])) as Record<
    MoverDimension,
    z.ZodArray<typeof Mover>
  >,
)

/** The headline of a period with an earlier one, and the rows that changed most between them. */
export const OverviewReport = z.object({
  headline: SeveralStatsReport.shape.metrics,
  comparison: SeveralStatsReport.shape.comparison
    .unwrap()
    .extend({ state: ValueState, reason: StateReason.nullable() })
    .meta({ description: 'The earlier period, and whether its visitors are known.' }),
  movers: Movers.meta({
    description:
      'Rows whose visitors changed most, at most three that gained and three that lost; empty where the earlier period is not known.',
  }),
})
export type OverviewReport = z.infer<typeof OverviewReport>

/** The periods of product summaries. */
export const SUMMARY_PERIODS = ['7d', '30d'] as const
export const SummaryPeriod = z.enum(SUMMARY_PERIODS)
export type SummaryPeriod = z.infer<typeof SummaryPeriod>

/** The visitors of one product over its last days, in its own time zone, with the same number of days before. */
export const ProductSummary = z.object({
  from: LocalDate,
  to: LocalDate.meta({ description: 'Today in the time zone of the product; still running.' }),
  visitors: z.number().nullable(),
  previous: z
    .number()
    .nullable()
    .meta({ description: 'Visitors of the days before, up to the same time of day; null where it is not known.' }),
  change: StatsRow.shape.change.unwrap(),
  active_visitors: z.number().nullable().meta({
    description: 'Visitors with an event in the last 5 minutes; null where nothing was collected or they are withheld.',
  }),
  series: z
    .array(z.number().nullable())
    .meta({ description: 'Visitors of each day; null where they are not known or withheld.' }),
  state: ValueState,
  reason: StateReason.nullable(),
})
export type ProductSummary = z.infer<typeof ProductSummary>
