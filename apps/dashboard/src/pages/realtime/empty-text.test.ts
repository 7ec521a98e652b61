import { expect, it } from 'vitest'
import { emptyText } from './empty-text.ts'

it('says that a list of realtime without rows has none only where nobody was there', () => {
  expect(emptyText({ visitors: 0 })).toBe('None in the last 30 minutes.')
  expect(emptyText({ visitors: 12 })).toBe('Withheld')
  expect(emptyText({ visitors: null })).toBe('Withheld')
})
