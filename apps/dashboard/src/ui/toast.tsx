import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'

const load = () => import('./base-ui/toasts.tsx')
const LazyToasts = lazy(() => load().then(({ Toasts }) => ({ default: Toasts })))

/** Screen readers announce what is added to a region that they know; one that is new needs a moment. */
const REGION_KNOWN_MS = 100

let needed = false
const waiting = new Set<() => void>()

/** Confirms that something is done. Screen readers announce it; it disappears after a few seconds. */
export function showToast(message: string): void {
  const first = !needed
  needed = true
  for (const tell of waiting) tell()
  void load().then(({ addToast }) => {
    if (first) setTimeout(() => addToast(message), REGION_KNOWN_MS)
    else addToast(message)
  }, ignore)
}

/** Rendered once, by the shell. Its script is loaded with the first toast. */
export function Toasts(): ReactNode {
  const shown = useSyncExternalStore(subscribe, () => needed)
  if (!shown) return null
  return (
    <Suspense fallback={null}>
      <LazyToasts />
    </Suspense>
  )
}

function subscribe(tell: () => void): () => void {
  waiting.add(tell)
  return () => void waiting.delete(tell)
}

function ignore(): void {}
