import { AskerGone } from '@footfall/core-domain'
import { engineShare } from '@footfall/warehouse/test-support'
import { expect, it } from 'vitest'
import { reportTurns } from './report-turns.ts'

const NEVER = new AbortController().signal
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

it('lets one report begin in each turn of the event loop, and accounts in rotation', async () => {
  const turn = reportTurns('Too many.')
  const begun: string[] = []
  const begin = (account: string) => turn(engineShare(account), NEVER).then(() => void begun.push(account))
  const all = [begin('acc_a'), begin('acc_a'), begin('acc_a'), begin('acc_b')]
  const seen: string[][] = []
  for (let i = 0; i < 4; i++) {
    await Promise.resolve().then(() => undefined)
    await nextTurn()
    seen.push([...begun])
  }
  await Promise.all(all)
  expect(begun).toEqual(['acc_a', 'acc_b', 'acc_a', 'acc_a'])
  for (const [i, of] of seen.entries()) expect(of.length).toBeLessThanOrEqual(i + 2)
})

it('skips a caller that has left while it waited', async () => {
  const turn = reportTurns('Too many.')
  const leaving = new AbortController()
  const first = turn(engineShare('acc_a'), NEVER)
  const second = turn(engineShare('acc_a'), leaving.signal)
  const third = turn(engineShare('acc_a'), NEVER)
  leaving.abort()
  await expect(second).rejects.toThrow(AskerGone)
  await Promise.all([first, third])
})
