import { expect, it } from 'vitest'
import { isPaletteKey, keyOf, type Pressed } from './keys.ts'

const pressed = (key: string, fields: Partial<Pressed> = {}): Pressed => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
  ...fields,
})

it('accepts a single character as a key, with or without Caps Lock', () => {
  expect(keyOf(pressed('w'))).toBe('w')
  expect(keyOf(pressed('W'))).toBe('w')
  expect(keyOf(pressed('?'))).toBe('?')
})

it('accepts the arrows to the left and right as keys, unless Shift selects with them', () => {
  expect(keyOf(pressed('ArrowLeft'))).toBe('ArrowLeft')
  expect(keyOf(pressed('ArrowRight'))).toBe('ArrowRight')
  expect(keyOf(pressed('ArrowRight', { shiftKey: true }))).toBeUndefined()
  expect(keyOf(pressed('ArrowUp'))).toBeUndefined()
})

it.each([
  ['a named key', pressed('Enter')],
  ['the space bar, which scrolls', pressed(' ')],
  ['a key with Ctrl', pressed('w', { ctrlKey: true })],
  ['a key with ⌘', pressed('w', { metaKey: true })],
  ['a key with Alt', pressed('w', { altKey: true })],
  ['a key that is held down', pressed('w', { repeat: true })],
  ['a key of an input method', pressed('w', { isComposing: true })],
  ['a key that something else has used', pressed('w', { defaultPrevented: true })],
])('does not treat %s as a command', (_, event) => {
  expect(keyOf(event)).toBeUndefined()
})

it('opens the palette with ⌘K and Ctrl+K, but not with only K', () => {
  expect(isPaletteKey(pressed('k', { metaKey: true }))).toBe(true)
  expect(isPaletteKey(pressed('K', { ctrlKey: true }))).toBe(true)
  expect(isPaletteKey(pressed('k'))).toBe(false)
})
