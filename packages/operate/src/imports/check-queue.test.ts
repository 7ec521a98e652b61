import { CallerGone, InvalidRequest, Overloaded } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { checkQueue } from './check-queue.ts'

const here = new AbortController().signal

/** A check that goes on until it is ended. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

it('checks one file at a time, in the order of arrival', async () => {
  const queue = checkQueue()
  const order: string[] = []
  const first = held()
  const checks = ['one', 'two', 'three'].map((account, i) =>
    queue.take(account).inTurn(here, async () => {
      order.push(`${account} begins`)
      if (i === 0) await first.work()
      order.push(`${account} ends`)
    }),
  )
  first.end()
  await Promise.all(checks)
  expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends'])
})

it('rejects a second file of an account, and any file once every place is taken, with a time to retry', () => {
  const queue = checkQueue({ places: 2 })
  const place = queue.take('one')
  expect(() => queue.take('one')).toThrow(expect.objectContaining({ retryAfterSeconds: 30 }))
  queue.take('two')
  expect(() => queue.take('three')).toThrow(Overloaded)
  place.release()
  place.release()
  queue.take('one')
  expect(() => queue.take('three')).toThrow(Overloaded)
})

it('a file whose sender leaves while it waits gives up its place, and the one after it is checked', async () => {
  const queue = checkQueue()
  const first = held()
  const running = queue.take('one').inTurn(here, first.work)
  const leaving = new AbortController()
  const gone = queue.take('two').inTurn(leaving.signal, async () => 'checked')
  const next = queue.take('three').inTurn(here, async () => 'checked')
  leaving.abort()
  await expect(gone).rejects.toBeInstanceOf(CallerGone)
  first.end()
  await running
  expect(await next).toBe('checked')
})

it('rejects a file that takes longer than a check may, and checks the next one', async () => {
  const queue = checkQueue({ checkMs: 1 })
  const endless = queue.take('one').inTurn(
    here,
    (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      }),
  )
  await expect(endless).rejects.toBeInstanceOf(InvalidRequest)
  expect(await queue.take('two').inTurn(here, async () => 'checked')).toBe('checked')
})
