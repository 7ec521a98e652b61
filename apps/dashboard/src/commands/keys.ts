import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../session/browser-storage.ts'
import { createListeners } from '../session/listeners.ts'

/** What `keyOf` reads of a keyboard event. */
export interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly repeat: boolean
  readonly isComposing: boolean
  readonly defaultPrevented: boolean
}

/** Keys with a name that run commands. */
const ARROWS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight'])

/** The single character or the arrow that was pressed; undefined for anything that belongs to the browser or to an input method. */
export function keyOf(pressed: Pressed): string | undefined {
  const { key, ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented } = pressed
  if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented) return undefined
  if (ARROWS.has(key)) return pressed.shiftKey ? undefined : key
  return [...key].length === 1 && key !== ' ' ? key.toLowerCase() : undefined
}

/** Whether ⌘K or Ctrl+K was pressed. */
export function isPaletteKey({ key, ctrlKey, metaKey, altKey, repeat }: Pressed): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !repeat
}

/** Elements that take letters themselves. In a list, a letter goes to the entry that begins with it. */
const TYPING =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="combobox"], [role="listbox"], [role="menu"], [role="tree"]'
/** Elements that arrows belong to as well: what they choose from, and what they scroll. */
const WITH_ARROWS = '[type="radio"], [role="tab"], [role="slider"], section[tabindex="0"]'
/** While one of them is open, it has the keyboard. */
const OPEN = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** Whether a key pressed on this element is text or an arrow of its own, or belongs to something that is open. */
export function isTaken(target: EventTarget | null, key: string): boolean {
  if (ARROWS.has(key) && target instanceof Element && target.closest(WITH_ARROWS) !== null) return true
  if (target instanceof Element && target.closest(TYPING) !== null) return true
  return document.querySelector(OPEN) !== null
}

const STORED = 'footfall.keys'
const { notify, subscribe } = createListeners()

/** Whether single keys run commands. People who speak to their computer turn them off (WCAG 2.1.4). */
export function useKeysOn(): readonly [boolean, (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, areKeysOn), turnKeys]
}

export function areKeysOn(): boolean {
  return readStored(STORED) !== 'off'
}

function turnKeys(on: boolean): void {
  writeStored(STORED, on ? undefined : 'off')
  notify()
}
