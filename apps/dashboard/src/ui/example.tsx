import type { ReactNode } from 'react'
import { t } from '../messages/messages.ts'
import { Badge } from './badge.tsx'

/** What a report without data will look like, with made-up numbers. The keyboard and screen readers skip it. */
export function Example({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className="border-t pt-4 pb-5 sm:px-5" data-example inert>
      <div className="mb-3 max-sm:px-5">
        <Badge>{t('common.example')}</Badge>
      </div>
      {/* As wide as the card on a phone, so that its rows are laid out like those of the report. */}
      <div className="border-y border-dashed sm:rounded-card sm:border-x">{children}</div>
    </div>
  )
}
