import type { Preferences } from '../api/types.ts'

interface PeriodRow {
  readonly label: string
  /** Days that it has at most. */
  readonly days: number
}

/** Spans of days by name. The service knows which days they are. */
const TABLE = {
  today: { label: 'Today', days: 1 },
  yesterday: { label: 'Yesterday', days: 1 },
  '7d': { label: 'Last 7 days', days: 7 },
  '28d': { label: 'Last 28 days', days: 28 },
  '30d': { label: 'Last 30 days', days: 30 },
  '90d': { label: 'Last 90 days', days: 90 },
  '12mo': { label: 'Last 12 months', days: 366 },
  this_week: { label: 'This week', days: 7 },
  last_week: { label: 'Last week', days: 7 },
  this_month: { label: 'This month', days: 31 },
  last_month: { label: 'Last month', days: 31 },
  this_quarter: { label: 'This quarter', days: 92 },
  last_quarter: { label: 'Last quarter', days: 92 },
  this_year: { label: 'This year', days: 366 },
  last_year: { label: 'Last year', days: 366 },
  all: { label: 'All time', days: Number.POSITIVE_INFINITY },
} as const satisfies Readonly<Record<string, PeriodRow>>

export type Period = keyof typeof TABLE
export const PERIOD_TABLE: Readonly<Record<Period, PeriodRow>> = TABLE
/** In the order of the menu. */
export const PERIODS: readonly Period[] = Object.keys(TABLE).filter((name): name is Period =>
  Object.hasOwn(TABLE, name),
)

const PREFERRED = { '7d': '7d', '30d': '30d', '90d': '90d', '12m': '12mo' } as const

/** The period that a product shows at first. */
export function preferredPeriod({ default_range }: Pick<Preferences, 'default_range'>): Period {
  return PREFERRED[default_range]
}
