import type { ReactNode } from 'react'
import { t } from '../messages/messages.ts'
import { T } from '../messages/t.tsx'
import { Notice } from '../ui/notice.tsx'

/** Without an SMTP server, messages by email are never sent. */
export function EmailOffNotice(): ReactNode {
  return (
    <Notice title={t('deliveries.email_off')} tone="warning">
      <T id="deliveries.email_off_hint" values={{ code: (text) => <code>{text}</code> }} />
    </Notice>
  )
}
