import type { ReactNode } from 'react'
import { joined } from '../../messages/joined.ts'
import { t } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { ReportState } from '../use-report-state.ts'

/** Says which parts of the address were invalid: the numbers cover less than the link asked for. */
export function IgnoredParameters({ state }: { readonly state: ReportState }): ReactNode {
  const { ignored = [] } = state.search
  if (ignored.length === 0) return null
  return (
    <Notice
      actions={
        <Button onClick={() => state.change({})} size="small">
          {t('ignored.dismiss')}
        </Button>
      }
      role="status"
      title={t('ignored.title')}
      tone="warning"
    >
      {t('ignored.left_out', { names: joined(ignored.map((name) => t(`ignored.name_${name}`))) })}
    </Notice>
  )
}
