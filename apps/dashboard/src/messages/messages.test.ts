import { expect, it } from 'vitest'
import { LOCALE } from './locale.ts'
import { t } from './messages.ts'

it('writes a plural by its number, and the number as in the region of the browser', () => {
  expect(t('team.count', { count: 1 })).toBe('1 member')
  expect(t('team.count', { count: 1200 })).toBe(`${new Intl.NumberFormat(LOCALE).format(1200)} members`)
})

it('inserts a value unchanged, whatever it contains', () => {
  expect(t('team.left_toast', { product: '<b>{it}</b> & ’s' })).toBe('You left <b>{it}</b> & ’s.')
})

it('accepts values that a message does not name', () => {
  expect(t('team.action_leave_label', { name: 'Ada' })).toBe('Leave this product')
})

it('rejects a message whose placeholder has no value', () => {
  expect(() => t('team.left_toast', {})).toThrow('product')
})
