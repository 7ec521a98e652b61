import { idFactory } from '@footfall/core-domain'
import { seededRandom } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { parseSettings } from './settings.ts'

it('reads the accounts of operators as a list of ids, and has none without the variable', () => {
  const ids = idFactory(seededRandom('operators'))
  const [ada, bob] = [ids.account(), ids.account()]
  expect(parseSettings({ OPERATOR_ACCOUNTS: `${ada}, ${bob}` }).operatorAccounts).toEqual([ada, bob])
  expect(parseSettings({}).operatorAccounts).toEqual([])
  expect(parseSettings({ OPERATOR_ACCOUNTS: '' }).operatorAccounts).toEqual([])
})

it.each(['ada@example.com', 'acc_', '*', 'acc_1,,', 'prd_01K9ZQ4V8M3T7N2B6C5D4E3F2G', '🦆', 'all', "' or 1=1 --"])(
  'rejects “%s” as an account of an operator, by the name of the variable',
  (text) => {
    expect(() => parseSettings({ OPERATOR_ACCOUNTS: text })).toThrow(
      'OPERATOR_ACCOUNTS must be a comma list of account ids',
    )
  },
)
