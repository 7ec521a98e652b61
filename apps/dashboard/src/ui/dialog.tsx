import { lazy, type ReactNode, Suspense } from 'react'
import type { DialogProps } from './base-ui/dialog.tsx'
import { classes } from './classes.ts'

const load = () => import('./base-ui/dialog.tsx')
const LazyDialog = lazy(() => load().then(({ Dialog }) => ({ default: Dialog })))

/** For pages that may need a dialog while the service is unreachable. */
export function preloadDialog(): void {
  void load().catch(() => {})
}

/** A modal dialog. It traps the focus, and returns it when it closes. */
export function Dialog(props: DialogProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <LazyDialog {...props} />
    </Suspense>
  )
}

interface ActionsProps {
  readonly children: ReactNode
  /** Stays in sight while a long dialog is scrolled. Its parent must not be a grid, whose rows would hold it. */
  readonly pinned?: boolean
}

/** The row of buttons at the end of a dialog or form. */
export function Actions({ children, pinned = false }: ActionsProps): ReactNode {
  return (
    <div
      className={classes(
        'mt-5 flex flex-wrap justify-end gap-2',
        pinned && 'sticky bottom-0 z-10 -mx-5 -mb-4 border-t bg-surface px-5 py-3',
      )}
    >
      {children}
    </div>
  )
}
