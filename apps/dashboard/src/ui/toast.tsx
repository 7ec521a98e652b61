import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { IconButton } from './button.tsx'

const SHOWN_MS = 6_000

/** Tells that something is done: read out by screen readers, seen for a few seconds. Nothing that must not be missed. */
export function say(message: string): void {
  current = { id: (current?.id ?? 0) + 1, message }
  changed()
}

/** Stands once, in the shell; the region is there before its first message, or it would not be read out. */
export function Toasts(): ReactNode {
  const toast = useSyncExternalStore(subscribe, () => current)
  useEffect(() => {
    if (toast === undefined) return
    const timer = setTimeout(dismiss, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <div className="fixed inset-x-3 bottom-4 z-40 flex justify-center" role="status">
      {toast && (
        <div className="flex items-center gap-3 rounded-card border bg-surface py-1.5 pr-1.5 pl-4 shadow-pop">
          <span key={toast.id}>{toast.message}</span>
          <IconButton icon="close" label="Dismiss" onClick={dismiss} />
        </div>
      )}
    </div>
  )
}

interface Toast {
  readonly id: number
  readonly message: string
}

let current: Toast | undefined
const listeners = new Set<() => void>()

function dismiss(): void {
  current = undefined
  changed()
}

function changed(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
