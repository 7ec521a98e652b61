import type { Realtime } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'

/** What a list without rows says. Where somebody was there, each of its rows has too few visitors to show. */
export function emptyText({ visitors }: Pick<Realtime, 'visitors'>): string {
  return visitors === 0 ? t('realtime.none') : t('realtime.withheld')
}
