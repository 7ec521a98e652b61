import { t } from '../../../messages/messages.ts'
export function formatEventCount(count: number): string {
  return t('settings.collection.events', { count })
}
