import type { KeyboardEvent } from 'react'

const CHOICES = 'a[href], button:not(:disabled)'
/** Fields that arrows belong to. */
const FIELDS = 'input, select, textarea'

/** Arrow keys, Home and End move between the links and buttons of a panel, beside Tab. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (event.target instanceof Element && event.target.closest(FIELDS) !== null) return
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>(CHOICES)]
  const next =
    choices[
      targetOf(
        event.key,
        choices.findIndex((choice) => choice === document.activeElement),
        choices.length,
      )
    ]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

/** Where a key leads from the choice at an index, -1 for none; -1 for a key that leads nowhere. */
export function targetOf(key: string, at: number, count: number): number {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return at <= 0 ? count - 1 : at - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return -1
  }
}
