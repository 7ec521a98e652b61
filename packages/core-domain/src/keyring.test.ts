import { expect, it } from 'vitest'
import { acceptedKeys, createSealer, currentKey, deriveKeys, openWithAny } from './index.ts'

const OLD = new Uint8Array(32).fill(1)
const NEW = new Uint8Array(32).fill(2)
const random = { bytes: (count: number) => new Uint8Array(count).fill(5) }

it('a keyring issues with the first key and accepts every key', () => {
  expect([currentKey(NEW), currentKey([NEW, OLD])]).toEqual([NEW, NEW])
  expect([acceptedKeys(NEW), acceptedKeys([NEW, OLD])]).toEqual([[NEW], [NEW, OLD]])
})

it('a keyring opens with the first key that accepts', () => {
  const open = (wanted: Uint8Array) => (key: Uint8Array) => (key === wanted ? 'opened' : undefined)
  expect(openWithAny([NEW, OLD], open(OLD))).toBe('opened')
  expect(openWithAny([NEW], open(OLD))).toBeUndefined()
})

it('a keyring derives each key for one use, in the same order', () => {
  expect(deriveKeys([NEW, OLD], (key) => key.slice(0, 1))).toEqual([NEW.slice(0, 1), OLD.slice(0, 1)])
})

it('a keyring encrypts with the current key and decrypts with every accepted one', () => {
  const during = createSealer([NEW, OLD], 'test', random)
  const [before, after] = [createSealer(OLD, 'test', random), createSealer(NEW, 'test', random)]
  expect(during.open(before.seal('text', 'a'), 'a')).toBe('text')
  expect(after.open(during.seal('text', 'a'), 'a')).toBe('text')
  expect(before.open(during.seal('text', 'a'), 'a')).toBeUndefined()
  expect(during.prefix).toBe(after.prefix)
  expect(during.seal('text', 'a').startsWith(during.prefix)).toBe(true)
})
