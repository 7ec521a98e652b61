import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Actions, Dialog } from '../ui/dialog.tsx'

/** Asks before a page with unsaved text is left, by a link of ours or by the browser. */
export function LeaveGuard({ active }: { readonly active: boolean }): ReactNode {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => active && current.pathname !== next.pathname,
    enableBeforeUnload: () => active,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog onClose={blocker.reset} title="Leave without saving?">
      <p>What you typed on this page is not saved.</p>
      <Actions>
        <Button onClick={blocker.proceed}>Leave</Button>
        <Button kind="primary" onClick={blocker.reset}>
          Stay
        </Button>
      </Actions>
    </Dialog>
  )
}
