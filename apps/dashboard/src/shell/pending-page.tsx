import type { ReactNode } from 'react'
import { t } from '../messages/messages.ts'
import { Loading } from '../ui/spinner.tsx'

export function PendingPage(): ReactNode {
  return <Loading lines={6} what={t('shell.page_loading')} />
}
