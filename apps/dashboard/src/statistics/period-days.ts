import type { Preferences } from '../api/types.ts'

/** The periods, each with the most days it can have. The service knows which days they are. */
const DAYS = {
  today: 1,
  yesterday: 1,
  '7d': 7,
  '28d': 28,
  '30d': 30,
  '90d': 90,
  '12mo': 366,
  this_week: 7,
  last_week: 7,
  this_month: 31,
  last_month: 31,
  this_quarter: 92,
  last_quarter: 92,
  this_year: 366,
  last_year: 366,
  all: Number.POSITIVE_INFINITY,
} as const satisfies Readonly<Record<string, number>>

export type Period = keyof typeof DAYS
export const PERIOD_DAYS: Readonly<Record<Period, number>> = DAYS
/** In the order of the menu. */
export const PERIODS: readonly Period[] = Object.keys(DAYS).filter(isPeriod)

export function isPeriod(name: string): name is Period {
  return Object.hasOwn(DAYS, name)
}

const PREFERRED = { '7d': '7d', '30d': '30d', '90d': '90d', '12m': '12mo' } as const

/** The period that a product shows at first. */
export function preferredPeriod({ default_range }: Pick<Preferences, 'default_range'>): Period {
  return PREFERRED[default_range]
}
