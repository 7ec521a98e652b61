import { type AccountId, type EngineShare, Overloaded } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { activeAccounts } from './active-accounts.ts'
import { intakeTurns } from './intake-turns.ts'

const shareOf = (account: string, credential = 'key_1'): EngineShare => ({
  account: account as AccountId,
  person: 'keys',
  credential,
})

/** Turns by a clock that a part advances as if it were taken in for that time. */
function setup() {
  let now = 0
  let pausedMs = 0
  const nowMs = () => now
  const active = activeAccounts(nowMs)
  const after = (ms: number, then: () => void) => {
    pausedMs += ms
    now += ms
    then()
  }
  return {
    active,
    begin: intakeTurns({ nowMs, after, active }),
    work(ms: number) {
      now += ms
    },
    pausedMs: () => pausedMs,
    elapsedMs: () => now,
  }
}

it('takes in a part of one request in each turn of the event loop, of one account after the other', async () => {
  const { begin } = setup()
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
  const { begin } = setup()
  const waiting = Array.from({ length: 51 }, async () => (await begin(shareOf('acc_many'))).end())
  await expect(begin(shareOf('acc_many', 'key_2'))).rejects.toThrow(Overloaded)
  ;(await begin(shareOf('acc_one'))).end()
  await Promise.all(waiting)
})

it('gives an account that sends without end a quarter of the thread while others use the service', async () => {
  const { active, begin, work, elapsedMs } = setup()
  for (let i = 0; i < 300; i++) {
    active.seen('acc_one')
    const turns = await begin(shareOf('acc_many'))
    for (let part = 0; part < 5; part++) {
      work(5)
      await turns.next()
    }
    work(5)
    turns.end()
  }
  const share = (300 * 6 * 5) / elapsedMs()
  expect(share).toBeGreaterThan(0.2)
  expect(share).toBeLessThan(0.3)
})

it('gives an account the whole thread while no other account uses the service', async () => {
  const { begin, work, pausedMs } = setup()
  for (let i = 0; i < 300; i++) {
    const turns = await begin(shareOf('acc_many'))
    work(50)
    turns.end()
  }
  expect(pausedMs()).toBe(0)
})

it('does not let an account pause that sends little', async () => {
  const { active, begin, work, pausedMs } = setup()
  for (let i = 0; i < 5; i++) {
    active.seen('acc_one')
    const turns = await begin(shareOf('acc_many'))
    work(5)
    turns.end()
  }
  expect(pausedMs()).toBe(0)
})

it('counts the time in which a part waits for something else as not used', async () => {
  const { active, begin, work, pausedMs } = setup()
  active.seen('acc_one')
  const turns = await begin(shareOf('acc_many'))
  await new Promise((resolve) => setImmediate(resolve))
  work(60_000)
  active.seen('acc_one')
  turns.end()
  expect(pausedMs()).toBe(0)
})
