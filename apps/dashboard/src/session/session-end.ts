import { useSyncExternalStore } from 'react'

/**
 * What happens when the server no longer knows who is asking. A page without unsaved text goes to the sign-in page and
 * comes back; one with unsaved text stays, and says so, because leaving would lose what somebody typed.
 */
export function sessionEnded(): void {
  if (unsaved.size === 0) {
    // Several questions of one page are refused at once; each would begin the way anew.
    if (!leaving) location.assign(signInPath())
    leaving = true
    return
  }
  setEnded(true)
}

/** A call succeeded again. */
export function sessionResumed(): void {
  setEnded(false)
}

export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => ended)
}

/** Where to sign in and come back here. */
export function signInPath(): string {
  return `/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`
}

/** Says that a form holds text that is saved nowhere; the answer takes that back. */
export function holdUnsaved(): () => void {
  const mark = Symbol('unsaved')
  unsaved.add(mark)
  return () => {
    unsaved.delete(mark)
  }
}

const unsaved = new Set<symbol>()
const listeners = new Set<() => void>()
let ended = false
let leaving = false
// A page that the browser kept, and shows again on the way back, may have to lead there once more.
globalThis.addEventListener?.('pageshow', () => {
  leaving = false
})

function setEnded(value: boolean): void {
  if (ended === value) return
  ended = value
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
