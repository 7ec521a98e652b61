import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
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
  title = 'Leave without saving?',
  children = 'Your changes on this page are not saved.',
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
        <Button onClick={blocker.proceed}>Leave</Button>
        <Button kind="primary" onClick={blocker.reset}>
          Stay
        </Button>
      </Actions>
    </Dialog>
  )
}
