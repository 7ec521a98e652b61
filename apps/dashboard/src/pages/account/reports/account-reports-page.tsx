import type { ReactNode } from 'react'
import { ReportList } from '../../../deliveries/reports/report-list.tsx'
import { accountReports } from '../../../deliveries/reports/report-source.ts'
import { t } from '../../../messages/messages.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

/** Reports about all products of the account. */
export function AccountReportsPage(): ReactNode {
  return (
    <div className="grid gap-5">
      <PageHeader description={t('account_reports.description')} title={t('account_reports.title')} />
      <ReportList source={accountReports} />
    </div>
  )
}
