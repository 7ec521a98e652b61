import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { ReportState } from '../use-report-state.ts'

/** In place of a report whose segment was deleted: nothing can be counted. */
export function SegmentGone({ state }: { readonly state: ReportState }): ReactNode {
  return (
    <div className="rounded-card border bg-surface">
      <EmptyState
        actions={<Button onClick={() => state.change({ segment: undefined })}>{t('segments.show_all')}</Button>}
        title={t('segments.gone')}
      >
        {t('segments.gone_why')}
      </EmptyState>
    </div>
  )
}
