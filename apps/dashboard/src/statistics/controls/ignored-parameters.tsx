import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Reported } from '../search.ts'
import type { SpanState } from '../use-span.ts'

const LABELS: Readonly<Record<Reported, string>> = {
  period: 'the period',
  from: 'the first day',
  to: 'the last day',
  compare: 'the comparison',
  compare_from: 'the first day of the comparison',
  compare_to: 'the last day of the comparison',
  tz: 'the time zone',
  filters: 'a filter',
  segment: 'the segment',
  metric: 'the metric',
  interval: 'the interval',
  by: 'the breakdown',
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Says which parts of the address were invalid: the figures are about less than the link asked for. */
export function IgnoredParameters({ state }: { readonly state: SpanState }): ReactNode {
  const { ignored = [] } = state.search
  if (ignored.length === 0) return null
  return (
    <Notice
      actions={
        <Button onClick={() => state.change({})} size="small">
          Dismiss
        </Button>
      }
      role="status"
      title="Part of this link isn’t valid"
      tone="warning"
    >
      Left out: {list.format(ignored.map((name) => LABELS[name]))}.
    </Notice>
  )
}
