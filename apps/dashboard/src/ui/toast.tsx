import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { createListeners } from '../session/listeners.ts'

const load = () => import('./base-ui/toasts.tsx')
const LazyToasts = lazy(() => load().then(({ Toasts }) => ({ default: Toasts })))

/** Screen readers announce what is added to a region that they know; one that is new needs a moment. */
const REGION_KNOWN_MS = 100

let needed = false
let add: ((message: string) => void) | undefined
/** Messages that wait until the region is mounted. */
let queued: readonly string[] = []
const { notify, subscribe } = createListeners()

/** Confirms that something is done. Screen readers announce it; it disappears after a few seconds. */
export function showToast(message: string): void {
  if (add !== undefined) {
    add(message)
    return
  }
  queued = [...queued, message]
  needed = true
  notify()
}

/** Rendered once, by the shell. Its script is loaded with the first toast. */
export function Toasts(): ReactNode {
  const shown = useSyncExternalStore(subscribe, () => needed)
  if (!shown) return null
  return (
    <Suspense fallback={null}>
      <LazyToasts onReady={ready} />
    </Suspense>
  )
}

function ready(addToast: (message: string) => void): void {
  setTimeout(() => {
    add = addToast
    for (const message of queued) addToast(message)
    queued = []
  }, REGION_KNOWN_MS)
}
