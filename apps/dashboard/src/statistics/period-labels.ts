import { t } from '../messages/messages.ts'
import type { Period } from './period-days.ts'

/** The name of each period in the menu. */
export const PERIOD_LABELS: Readonly<Record<Period, string>> = {
  today: t('periods.today'),
  yesterday: t('periods.yesterday'),
  '7d': t('periods.d7d'),
  '28d': t('periods.d28d'),
  '30d': t('periods.d30d'),
  '90d': t('periods.d90d'),
  '12mo': t('periods.d12mo'),
  this_week: t('periods.this_week'),
  last_week: t('periods.last_week'),
  this_month: t('periods.this_month'),
  last_month: t('periods.last_month'),
  this_quarter: t('periods.this_quarter'),
  last_quarter: t('periods.last_quarter'),
  this_year: t('periods.this_year'),
  last_year: t('periods.last_year'),
  all: t('periods.all'),
}
