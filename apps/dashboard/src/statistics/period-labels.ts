import { t } from '../messages/messages.ts'
import type { Period } from './period-days.ts'

/** The name of a period in the menu. */
export function periodLabel(period: Period): string {
  return t(`periods.name_${period}`)
}
