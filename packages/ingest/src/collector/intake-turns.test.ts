import { type AccountId, type EngineShare, Overloaded } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { intakeTurns } from './intake-turns.ts'

const shareOf = (account: string, credential = 'key_1'): EngineShare => ({
  account: account as AccountId,
  person: 'keys',
  credential,
})

it('lets one request read its body in each turn of the event loop, of one account after the other', async () => {
  const waitForTurn = intakeTurns()
  const order: string[] = []
  let turn = 0
  const counting = setImmediate(function count() {
    turn++
    next = setImmediate(count)
  })
  let next = counting
  const take = async (account: string, name: string) => {
    await waitForTurn(shareOf(account))
    order.push(`${name} in turn ${turn}`)
  }
  const many = [1, 2, 3].map((i) => take('acc_many', `many ${i}`))
  await Promise.all([...many, take('acc_one', 'one')])
  clearImmediate(next)
  const names = order.map((entry) => entry.replace(/ in.*/, ''))
  expect(names).toEqual(['many 1', 'one', 'many 2', 'many 3'])
  expect(new Set(order.map((entry) => entry.replace(/.* in/, ''))).size).toBe(4)
})

it('rejects the body of an account that has 50 waiting, and accepts that of another', async () => {
  const waitForTurn = intakeTurns()
  const waiting = Array.from({ length: 51 }, () => waitForTurn(shareOf('acc_many')))
  await expect(waitForTurn(shareOf('acc_many', 'key_2'))).rejects.toThrow(Overloaded)
  await expect(waitForTurn(shareOf('acc_one'))).resolves.toBeUndefined()
  await Promise.all(waiting)
})
