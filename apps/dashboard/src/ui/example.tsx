import type { ReactNode } from 'react'
import { t } from '../messages/messages.ts'
import { Badge } from './badge.tsx'

/** What a report without data will look like, with made-up numbers. The keyboard and screen readers skip it. */
export function Example({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className="border-t px-5 pt-4 pb-5" data-example inert>
      <Badge>{t('common.example')}</Badge>
      <div className="mt-3 rounded-card border border-dashed">{children}</div>
    </div>
  )
}
