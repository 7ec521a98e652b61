import { expect, it } from 'vitest'
import { knownNames } from './known-names.ts'

it('known names are limited in number, and names in use are kept', () => {
  const names = knownNames(100)
  names.add('used')
  for (let i = 0; i < 1_000; i++) {
    names.add(`name ${i}`)
    expect(names.has('used')).toBe(true)
    expect(names.size).toBeLessThanOrEqual(101)
  }
  expect(names.has('name 0')).toBe(false)
  expect(names.has('name 999')).toBe(true)
})
