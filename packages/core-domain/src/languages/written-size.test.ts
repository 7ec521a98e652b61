import { expect, it } from 'vitest'
import { textsIn } from './texts-in.ts'
import { writtenSize } from './written-size.ts'

const GIB = 1024 ** 3

it.each([
  [0, '0 MiB'],
  [1, '1 MiB'],
  [1023 * 1024 ** 2, '1,023 MiB'],
  [GIB, '1 GiB'],
  [1.94 * GIB, '1.9 GiB'],
  [1_500 * GIB, '1.5 TiB'],
  [64 * 1024 * GIB, '64 TiB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(writtenSize(textsIn('en'), bytes)).toBe(text)
})

it('a size has the unit and the separators of its language', () => {
  expect(writtenSize(textsIn('fr'), 1.94 * GIB)).toBe('1,9 Gio')
})
