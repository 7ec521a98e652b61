import { LOCALE } from '../messages/locale.ts'
import { t } from '../messages/messages.ts'
import type { Period } from './period-days.ts'

/** The name of a period in the menu. */
export function periodLabel(period: Period): string {
  return t(`periods.name_${period}`)
}

/** The name of a period where a phone has no room for all of it: “30 days” in place of “Last 30 days”. */
export function shortPeriodLabel(period: Period): string {
  const [, count, unit] = /^(\d+)(d|mo)$/.exec(period) ?? []
  if (count === undefined) return periodLabel(period)
  const style = { style: 'unit', unit: unit === 'd' ? 'day' : 'month', unitDisplay: 'long' } as const
  return new Intl.NumberFormat(LOCALE, style).format(Number(count))
}
