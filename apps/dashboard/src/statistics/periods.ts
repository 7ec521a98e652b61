import type { Preferences } from '../api/types.ts'
import { t } from '../messages/messages.ts'

interface PeriodRow {
  readonly label: string
  /** Days that it has at most. */
  readonly days: number
}

/** Spans of days by name. The service knows which days they are. */
const TABLE = {
  today: { label: t('periods.today'), days: 1 },
  yesterday: { label: t('periods.yesterday'), days: 1 },
  '7d': { label: t('periods.d7d'), days: 7 },
  '28d': { label: t('periods.d28d'), days: 28 },
  '30d': { label: t('periods.d30d'), days: 30 },
  '90d': { label: t('periods.d90d'), days: 90 },
  '12mo': { label: t('periods.d12mo'), days: 366 },
  this_week: { label: t('periods.this_week'), days: 7 },
  last_week: { label: t('periods.last_week'), days: 7 },
  this_month: { label: t('periods.this_month'), days: 31 },
  last_month: { label: t('periods.last_month'), days: 31 },
  this_quarter: { label: t('periods.this_quarter'), days: 92 },
  last_quarter: { label: t('periods.last_quarter'), days: 92 },
  this_year: { label: t('periods.this_year'), days: 366 },
  last_year: { label: t('periods.last_year'), days: 366 },
  all: { label: t('periods.all'), days: Number.POSITIVE_INFINITY },
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
