import type { ReactNode } from 'react'
import { ReportList } from '../../../deliveries/reports/report-list.tsx'
import { productReports } from '../../../deliveries/reports/report-source.ts'
import { t } from '../../../messages/messages.ts'
import { usePreferences, useProduct } from '../../../product/use-product.ts'
import { AlertList } from '../alerts/alert-list.tsx'
import { RestrictedPage } from '../restricted-page.tsx'

/** What the service sends about a product: reports at their times, and alerts when something happens. */
export function NotificationsPage(): ReactNode {
  const { id } = useProduct()
  const { timezone } = usePreferences()
  return (
    <RestrictedPage
      description={t('settings.notifications.description')}
      minimum="admin"
      title={t('settings.group_notifications')}
    >
      <ReportList description={t('settings.reports.description')} source={productReports({ id, timezone })} />
      <AlertList product={id} />
    </RestrictedPage>
  )
}
