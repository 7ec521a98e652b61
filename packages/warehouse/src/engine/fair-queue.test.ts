import { AskerGone, Overloaded } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { type FairQueueOptions, fairQueue, type Waiting } from './fair-queue.ts'

const NO_LIMIT = Number.POSITIVE_INFINITY

function setup(options: Partial<FairQueueOptions> = {}) {
  const queue = fairQueue({
    running: 1,
    runningPerShare: NO_LIMIT,
    waiting: NO_LIMIT,
    waitingPerShare: NO_LIMIT,
    refusal: 'Too many.',
    ...options,
  })
  /** Who was admitted, in order. */
  const admitted: string[] = []
  const enter = (share: string, waiting?: Waiting) =>
    queue.waitForSlot(share, waiting).then((leave) => {
      admitted.push(share)
      return leave
    })
  return { enter, admitted }
}

describe('a fair queue', () => {
  it('admits the waiting shares in turn, however many callers of one share wait', async () => {
    const { enter, admitted } = setup()
    const leaves = ['a', 'a', 'a', 'b', 'c', 'b'].map((share) => enter(share))
    // Each leaves as soon as it is admitted, whoever that is.
    await Promise.all(leaves.map(async (leave) => (await leave)()))
    expect(admitted).toEqual(['a', 'b', 'c', 'a', 'b', 'a'])
  })

  it('holds a share to its own limit and admits other shares meanwhile', async () => {
    const { enter, admitted } = setup({ running: 3, runningPerShare: 2 })
    const [first] = await Promise.all([enter('a'), enter('a')])
    const third = enter('a')
    await enter('b')
    expect(admitted).toEqual(['a', 'a', 'b'])
    first()
    await third
    expect(admitted).toEqual(['a', 'a', 'b', 'a'])
  })

  it('gives one place back once, however often it is left', async () => {
    const { enter, admitted } = setup()
    const leave = await enter('a')
    const [second, third] = [enter('a'), enter('a')]
    leave()
    leave()
    await second
    expect(admitted).toEqual(['a', 'a'])
    ;(await second)()
    await third
  })

  it('refuses at once what has no room to wait, in all and of one share', async () => {
    const { enter } = setup({ waiting: 2, waitingPerShare: 1 })
    await enter('a')
    void enter('a')
    await expect(enter('a')).rejects.toThrow(Overloaded)
    void enter('b')
    await expect(enter('c')).rejects.toThrow(Overloaded)
  })

  it('refuses what waited too long, and forgets it', async () => {
    const { enter, admitted } = setup()
    const leave = await enter('a')
    await expect(enter('b', { waitMs: 5 })).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 5 })
    const next = enter('c')
    leave()
    await next
    expect(admitted).toEqual(['a', 'c'])
  })

  it('lets go of an asker who is gone, before and while they wait', async () => {
    const { enter, admitted } = setup({ waitingPerShare: 1 })
    const leave = await enter('a')
    const leaving = new AbortController()
    const waiting = enter('b', { signal: leaving.signal })
    leaving.abort()
    await expect(waiting).rejects.toThrow(AskerGone)
    await expect(enter('b', { signal: leaving.signal })).rejects.toThrow(AskerGone)
    const next = enter('b')
    leave()
    await next
    expect(admitted).toEqual(['a', 'b'])
  })
})
