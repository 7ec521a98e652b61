import { expect, it } from 'vitest'
import { activeAccounts } from './active-accounts.ts'

it('knows whether another account used the service in the last second', () => {
  let now = 0
  const active = activeAccounts(() => now)
  expect(active.areOthersThan('acc_a')).toBe(false)
  active.seen('acc_a')
  active.seen('acc_a')
  expect(active.areOthersThan('acc_a')).toBe(false)
  expect(active.areOthersThan('acc_b')).toBe(true)
  now = 500
  active.seen('acc_b')
  active.seen('acc_a')
  expect(active.areOthersThan('acc_a')).toBe(true)
  now = 1_499
  active.seen('acc_a')
  expect(active.areOthersThan('acc_a')).toBe(true)
  now = 1_500
  expect(active.areOthersThan('acc_a')).toBe(false)
  expect(active.areOthersThan('acc_b')).toBe(true)
})
