import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { t } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { Actions, Dialog, preloadDialog } from '../ui/dialog.tsx'

interface LeaveGuardProps {
  readonly active: boolean
  /** The question; `children` says what would be lost. */
  readonly title?: string
  readonly children?: ReactNode
}

/** Asks before a page with unsaved input is left. */
export function LeaveGuard({
  active,
  title = t('forms.leave_title'),
  children = t('forms.leave_hint'),
}: LeaveGuardProps): ReactNode {
  useEffect(preloadDialog, [])
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => active && current.pathname !== next.pathname,
    enableBeforeUnload: () => active,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog onClose={blocker.reset} title={title}>
      <p>{children}</p>
      <Actions>
        <Button onClick={blocker.proceed}>{t('forms.leave')}</Button>
        <Button kind="primary" onClick={blocker.reset}>
          {t('forms.stay')}
        </Button>
      </Actions>
    </Dialog>
  )
}
