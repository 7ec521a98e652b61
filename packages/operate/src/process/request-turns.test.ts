import { type AccountId, Overloaded } from '@footfall/core-domain'
import { activeAccounts } from '@footfall/ingest'
import { expect, it } from 'vitest'
import { requestTurns } from './request-turns.ts'

const HEAVY = 'acc_heavy' as AccountId
const OTHER = 'acc_other' as AccountId

/** Turns by a clock that a request advances as if it kept the thread for that time. */
function setup() {
  let now = 0
  let pausedMs = 0
  const nowMs = () => now
  const active = activeAccounts(nowMs)
  const turn = requestTurns({
    nowMs,
    active,
    after(ms, then) {
      pausedMs += ms
      now += ms
      active.seen(OTHER)
      then()
    },
  })
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
  return {
    active,
    turn,
    nextTurn,
    pausedMs: () => pausedMs,
    elapsedMs: () => now,
    async request(account: AccountId, ms: number) {
      await turn(account)
      now += ms
      await nextTurn()
    },
  }
}

async function heavyBeside(other: AccountId) {
  const thread = setup()
  for (let i = 0; i < 100; i++) await thread.request(HEAVY, 25)
  await thread.request(other, 1)
  return thread
}

it('lets a request take the thread at once while its account is the only one, however much it uses', async () => {
  const { request, turn, pausedMs } = setup()
  for (let i = 0; i < 200; i++) await request(HEAVY, 25)
  expect(turn(HEAVY)).toBeUndefined()
  expect(pausedMs()).toBe(0)
})

it('lets a request of an account that uses little of the thread take it at once, whatever another one does', async () => {
  const { turn } = await heavyBeside(OTHER)
  expect(turn(OTHER)).toBeUndefined()
})

it('counts the time of a request for its own account, and not for one whose request arrived meanwhile', async () => {
  const { request, turn, nextTurn, active } = setup()
  for (let i = 0; i < 100; i++) {
    void turn(OTHER)
    await request(HEAVY, 25)
    await nextTurn()
  }
  active.seen(HEAVY)
  expect(turn(OTHER)).toBeUndefined()
})

it('lets one request of an account that uses much of the thread begin in each turn of the event loop, with others in between', async () => {
  const { turn } = await heavyBeside(OTHER)
  const order: string[] = []
  let loop = 0
  let next = setImmediate(function count() {
    loop++
    next = setImmediate(count)
  })
  const take = async (account: AccountId) => {
    await turn(account)
    order.push(`${account} ${loop}`)
  }
  await Promise.all([take(HEAVY), take(HEAVY), take(HEAVY), take(OTHER)])
  clearImmediate(next)
  expect(order).toContain(`${OTHER} 0`)
  expect(new Set(order.filter((entry) => entry.startsWith(HEAVY))).size).toBe(3)
})

it('gives an account that sends requests without pause about a quarter of the thread while another one is active', async () => {
  const { request, pausedMs, elapsedMs } = await heavyBeside(OTHER)
  const begun = elapsedMs()
  for (let i = 0; i < 400; i++) await request(HEAVY, 25)
  const worked = 400 * 25
  expect(worked / (elapsedMs() - begun)).toBeLessThan(0.3)
  expect(worked / (elapsedMs() - begun)).toBeGreaterThan(0.15)
  expect(pausedMs()).toBeGreaterThan(worked)
})

it('rejects a request while a hundred of its account wait, and lets those of others take the thread', async () => {
  const { turn } = await heavyBeside(OTHER)
  const waiting = Array.from({ length: 101 }, () => turn(HEAVY))
  await expect(turn(HEAVY)).rejects.toThrow(Overloaded)
  expect(turn(OTHER)).toBeUndefined()
  await Promise.all(waiting)
})
