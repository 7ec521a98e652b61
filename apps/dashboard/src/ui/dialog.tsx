import { lazy, type ReactNode, Suspense } from 'react'
import type { DialogProps } from './base-ui/dialog.tsx'

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

/** The row of buttons at the end of a dialog or form. */
export function Actions({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>
}
