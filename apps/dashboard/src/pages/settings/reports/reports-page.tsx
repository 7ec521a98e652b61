import type { ReactNode } from 'react'
import { ReportList } from '../../../deliveries/reports/report-list.tsx'
import { productReports } from '../../../deliveries/reports/report-source.ts'
import { t } from '../../../messages/messages.ts'
import { usePreferences, useProduct } from '../../../product/use-product.ts'
import { RestrictedPage } from '../restricted-page.tsx'

export function ReportsPage(): ReactNode {
  const { id } = useProduct()
  const { timezone } = usePreferences()
  return (
    <RestrictedPage description={t('settings.reports.description')} minimum="admin" title={t('settings.reports.title')}>
      <ReportList source={productReports({ id, timezone })} />
    </RestrictedPage>
  )
}
