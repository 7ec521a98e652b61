import { CallerGone, Overloaded } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { engineShare } from '../test-support/engine-share.ts'
import { type FairQueueOptions, fairQueue, NO_LIMITS, type Waiting } from './fair-queue.ts'

function setup(options: Partial<FairQueueOptions> = {}) {
  const queue = fairQueue({
    total: { ...NO_LIMITS, running: 1 },
    account: NO_LIMITS,
    person: NO_LIMITS,
    message: 'Too many.',
    ...options,
  })
  /** Who was admitted, in order. */
  const admitted: string[] = []
  /** A share is written as account, person and credential, separated by slashes; those left out are named as the one before. */
  const enter = (share: string, waiting?: Waiting) => {
    const [account = '', person, credential] = share.split('/')
    return queue.waitForSlot(engineShare(account, person, credential), waiting).then((leave) => {
      admitted.push(share)
      return leave
    })
  }
  /** Lets each caller leave as soon as it is admitted. */
  const passAll = (leaves: readonly Promise<() => void>[]) => Promise.all(leaves.map(async (leave) => (await leave)()))
  return { enter, admitted, passAll }
}

describe('a fair queue', () => {
  it('admits the waiting accounts in turn, however many callers of one account wait', async () => {
    const { enter, admitted, passAll } = setup()
    await passAll(['a', 'a', 'a', 'b', 'c', 'b'].map((share) => enter(share)))
    expect(admitted).toEqual(['a', 'b', 'c', 'a', 'b', 'a'])
  })

  it('admits the one session of another account before the forty shared links that waited first', async () => {
    const { enter, admitted, passAll } = setup()
    const links = Array.from({ length: 40 }, (_, i) => enter(`a/links/shr_${i}`))
    await passAll([...links, enter('b/acc_b/ses_b')])
    expect(admitted.slice(0, 2)).toEqual(['a/links/shr_0', 'b/acc_b/ses_b'])
    expect(admitted).toHaveLength(41)
  })

  it('admits the people of an account in turn, with all its shared links as one person', async () => {
    const { enter, admitted, passAll } = setup()
    const asked = ['a/links/1', 'a/links/2', 'a/links/3', 'a/anna/s', 'a/bert/s', 'a/anna/t', 'a/anna/s']
    await passAll(asked.map((share) => enter(share)))
    expect(admitted).toEqual(['a/links/1', 'a/anna/s', 'a/bert/s', 'a/links/2', 'a/anna/t', 'a/links/3', 'a/anna/s'])
  })

  it('admits the credentials of a person in turn', async () => {
    const { enter, admitted, passAll } = setup()
    await passAll(['a/p/1', 'a/p/1', 'a/p/1', 'a/p/2', 'a/p/3'].map((share) => enter(share)))
    expect(admitted).toEqual(['a/p/1', 'a/p/2', 'a/p/3', 'a/p/1', 'a/p/1'])
  })

  it('applies separate limits to an account and a person and admits others meanwhile', async () => {
    const { enter, admitted } = setup({
      total: { ...NO_LIMITS, running: 4 },
      account: { ...NO_LIMITS, running: 3 },
      person: { ...NO_LIMITS, running: 2 },
    })
    const [first] = await Promise.all([enter('a/p/1'), enter('a/p/2')])
    const ofPerson = enter('a/p/3')
    const third = await enter('a/q')
    const ofAccount = enter('a/r')
    await enter('b')
    expect(admitted).toEqual(['a/p/1', 'a/p/2', 'a/q', 'b'])
    third()
    await ofAccount
    first()
    await ofPerson
    expect(admitted.slice(4)).toEqual(['a/r', 'a/p/3'])
  })

  it('leaves a slot to the other accounts while heavy users hold theirs, and admits heavy users as theirs become free', async () => {
    const heavyUsers = new Set(['a', 'b', 'd'])
    const { enter, admitted } = setup({
      total: { ...NO_LIMITS, running: 3 },
      heavy: { running: 2, has: (account) => heavyUsers.has(account) },
    })
    const [first] = await Promise.all([enter('a'), enter('b')])
    const waiting = enter('d')
    const light = await enter('c')
    expect(admitted).toEqual(['a', 'b', 'c'])
    light()
    await new Promise(setImmediate)
    expect(admitted).toHaveLength(3)
    first()
    await waiting
    expect(admitted[3]).toBe('d')
  })

  it('admits an account that waited as a heavy user once it is none', async () => {
    const heavyUsers = new Set(['a', 'b'])
    const { enter, admitted } = setup({
      total: { ...NO_LIMITS, running: 3 },
      heavy: { running: 1, has: (account) => heavyUsers.has(account) },
    })
    await enter('a')
    const waiting = enter('b')
    const light = await enter('c')
    heavyUsers.delete('b')
    light()
    await waiting
    expect(admitted).toEqual(['a', 'c', 'b'])
  })

  it('frees a place once, however often it is left', async () => {
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

  it.each([
    ['in total', { total: { running: 1, waiting: 3 } }, ['a/p', 'b/p', 'c/p'], 'd/p', undefined],
    ['of one account', { account: { ...NO_LIMITS, waiting: 2 } }, ['a/p', 'a/q'], 'a/r', 'b/r'],
    ['of one person', { person: { ...NO_LIMITS, waiting: 2 } }, ['a/p/1', 'a/p/2'], 'a/p/3', 'a/q'],
  ])('rejects a caller at once beyond the places to wait %s', async (_, limits, waiting, rejected, other) => {
    const { enter } = setup(limits)
    await enter('z')
    for (const share of waiting) void enter(share)
    await expect(enter(rejected)).rejects.toThrow(Overloaded)
    if (other !== undefined) void enter(other)
  })

  it('rejects a caller that waited too long, and removes it from the queue', async () => {
    const { enter, admitted } = setup()
    const leave = await enter('a')
    await expect(enter('b', { waitMs: 5 })).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 5 })
    const next = enter('c')
    leave()
    await next
    expect(admitted).toEqual(['a', 'c'])
  })

  it('removes a caller that leaves before or while it waits', async () => {
    const { enter, admitted } = setup({ person: { ...NO_LIMITS, waiting: 1 } })
    const leave = await enter('a')
    const leaving = new AbortController()
    const waiting = enter('b', { signal: leaving.signal })
    leaving.abort()
    await expect(waiting).rejects.toThrow(CallerGone)
    await expect(enter('b', { signal: leaving.signal })).rejects.toThrow(CallerGone)
    const next = enter('b')
    leave()
    await next
    expect(admitted).toEqual(['a', 'b'])
  })
})
