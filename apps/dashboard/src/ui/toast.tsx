import { lazy, type ReactNode, Suspense } from 'react'

const load = () => import('./base-ui/toasts.tsx')
const LazyToasts = lazy(() => load().then(({ Toasts }) => ({ default: Toasts })))

/** Confirms that something is done. Screen readers announce it; it disappears after a few seconds. */
export function showToast(message: string): void {
  void load().then(({ addToast }) => addToast(message), ignore)
}

/** Rendered once, by the shell. */
export function Toasts(): ReactNode {
  return (
    <Suspense fallback={null}>
      <LazyToasts />
    </Suspense>
  )
}

function ignore(): void {}
