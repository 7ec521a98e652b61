import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Actions, Dialog } from '../ui/dialog.tsx'

interface LeaveGuardProps {
  readonly active: boolean
  /** The question, and what would be lost. */
  readonly title?: string
  readonly children?: ReactNode
}

/** Asks before a page with something unsaved is left, by a link of ours or by the browser. */
export function LeaveGuard({
  active,
  title = 'Leave without saving?',
  children = 'What you typed on this page is not saved.',
}: LeaveGuardProps): ReactNode {
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
