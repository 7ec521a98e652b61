import { CallerGone } from '@footfall/core-domain'
import { engineShare } from '@footfall/warehouse/test-support'
import { expect, it } from 'vitest'
import { reportTurns } from './report-turns.ts'

const NEVER = new AbortController().signal
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Turns by a clock that a report advances as if it computed for that time. */
function setup() {
  let now = 0
  const pauses: number[] = []
  const after = (ms: number, then: () => void) => {
    pauses.push(ms)
    now += ms
    then()
  }
  const waitForTurn = reportTurns({ nowMs: () => now, after, message: 'Too many.' })
  return {
    pauses,
    waitForTurn,
    async report(account: string, ms: number) {
      await waitForTurn(engineShare(account), NEVER)
      now += ms
      await nextTurn()
    },
    elapsedMs: () => now,
  }
}

it('lets one report begin in each turn of the event loop, of one account after the other', async () => {
  const { waitForTurn } = setup()
  const begun: string[] = []
  const begin = (account: string) => waitForTurn(engineShare(account), NEVER).then(() => void begun.push(account))
  const all = [begin('acc_a'), begin('acc_a'), begin('acc_a'), begin('acc_b')]
  const counts: number[] = []
  for (let i = 0; i < 4; i++) {
    await nextTurn()
    counts.push(begun.length)
  }
  await Promise.all(all)
  expect(begun).toEqual(['acc_a', 'acc_b', 'acc_a', 'acc_a'])
  for (const [i, count] of counts.entries()) expect(count).toBeLessThanOrEqual(i + 2)
})

it('gives an account whose reports never end a quarter of the thread, and another account its turn at once', async () => {
  const { report, elapsedMs, pauses } = setup()
  for (let i = 0; i < 3_000; i++) await report('acc_busy', 20)
  const share = (3_000 * 20) / elapsedMs()
  expect(share).toBeGreaterThan(0.2)
  expect(share).toBeLessThan(0.3)
  const before = pauses.length
  await report('acc_quiet', 20)
  expect(pauses.length).toBe(before)
})

it('does not let an account pause that computes a few reports', async () => {
  const { report, pauses } = setup()
  for (let i = 0; i < 12; i++) await report('acc_a', 5)
  expect(pauses).toEqual([])
})

it('skips a caller that has left while it waited', async () => {
  const { waitForTurn } = setup()
  const leaving = new AbortController()
  const first = waitForTurn(engineShare('acc_a'), NEVER)
  const second = waitForTurn(engineShare('acc_a'), leaving.signal)
  const third = waitForTurn(engineShare('acc_a'), NEVER)
  leaving.abort()
  await expect(second).rejects.toThrow(CallerGone)
  await Promise.all([first, third])
})
