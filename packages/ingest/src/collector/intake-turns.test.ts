import { type AccountId, type EngineShare, Overloaded } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { intakeTurns } from './intake-turns.ts'

const shareOf = (account: string, credential = 'key_1'): EngineShare => ({
  account: account as AccountId,
  person: 'keys',
  credential,
})

it('takes in a part of one request in each turn of the event loop, of one account after the other', async () => {
  const begin = intakeTurns()
  const order: string[] = []
  let turn = 0
  const counting = setImmediate(function count() {
    turn++
    next = setImmediate(count)
  })
  let next = counting
  const take = async (account: string, name: string) => {
    const turns = await begin(shareOf(account))
    order.push(`${name} begins in turn ${turn}`)
    await turns.next()
    order.push(`${name} goes on in turn ${turn}`)
    turns.end()
  }
  const many = [1, 2, 3].map((i) => take('acc_many', `many ${i}`))
  await Promise.all([...many, take('acc_one', 'one')])
  clearImmediate(next)
  expect(order.map((entry) => entry.replace(/ in turn.*/, ''))).toEqual([
    ...['many 1 begins', 'one begins', 'many 1 goes on', 'one goes on'],
    ...['many 2 begins', 'many 2 goes on', 'many 3 begins', 'many 3 goes on'],
  ])
  expect(new Set(order.map((entry) => entry.replace(/.* in turn/, ''))).size).toBe(8)
})

it('rejects an intake request while 50 of its account wait, and accepts one of another account', async () => {
  const begin = intakeTurns()
  const waiting = Array.from({ length: 51 }, async () => (await begin(shareOf('acc_many'))).end())
  await expect(begin(shareOf('acc_many', 'key_2'))).rejects.toThrow(Overloaded)
  ;(await begin(shareOf('acc_one'))).end()
  await Promise.all(waiting)
})
