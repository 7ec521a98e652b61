import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

/**
 * Called when the session has ended. A page without unsaved input goes to the sign-in page, which returns here; a page with
 * unsaved input stays and shows a banner.
 */
export function sessionEnded(): void {
  if (unsaved.size === 0) {
    // Several requests of a page fail at once: navigate only once.
    if (!isLeaving) location.assign(signInPath())
    isLeaving = true
    return
  }
  setEnded(true)
}

/** Call when a request succeeds again. */
export function sessionResumed(): void {
  setEnded(false)
}

export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => hasEnded)
}

/** The sign-in page, with the way back to this page. */
export function signInPath(): string {
  return `/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`
}

/** Registers unsaved input; the result unregisters it. */
export function registerUnsaved(): () => void {
  const mark = Symbol('unsaved')
  unsaved.add(mark)
  return () => {
    unsaved.delete(mark)
  }
}

const unsaved = new Set<symbol>()
const { notify, subscribe } = createListeners()
let hasEnded = false
let isLeaving = false
// A page restored from the back/forward cache may have to navigate again.
globalThis.addEventListener?.('pageshow', () => {
  isLeaving = false
})

function setEnded(value: boolean): void {
  if (hasEnded === value) return
  hasEnded = value
  notify()
}
