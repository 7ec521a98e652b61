import type { ReactNode } from 'react'
import { LOCALE } from '../../messages/locale.ts'
import { t } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Reported } from '../search.ts'
import type { ReportState } from '../use-report-state.ts'

const LABELS: Readonly<Record<Reported, string>> = {
  period: t('ignored.period'),
  from: t('ignored.from'),
  to: t('ignored.to'),
  compare: t('ignored.compare'),
  compare_from: t('ignored.compare_from'),
  compare_to: t('ignored.compare_to'),
  tz: t('ignored.tz'),
  filters: t('ignored.filters'),
  segment: t('ignored.segment'),
  metric: t('ignored.metric'),
  interval: t('ignored.interval'),
  by: t('ignored.by'),
}

const list = new Intl.ListFormat(LOCALE, { type: 'conjunction' })

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
      {t('ignored.left_out', { names: list.format(ignored.map((name) => LABELS[name])) })}
    </Notice>
  )
}
