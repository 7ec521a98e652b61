import { expect, it } from 'vitest'
import { keepEarly, takeEarly } from './early-answers.ts'

const URL = 'https://footfall.example/api/v1/products?limit=200'

it('uses an early response once, for a read of the same address, and only soon after the page loaded', async () => {
  const answer = new Response('first')
  keepEarly(URL, Promise.resolve(answer))
  expect(takeEarly({ method: 'POST', url: URL }, 0)).toBeUndefined()
  expect(takeEarly({ method: 'GET', url: `${URL}&cursor=2` }, 0)).toBeUndefined()
  expect(await takeEarly({ method: 'GET', url: URL }, 9_999)).toBe(answer)
  expect(takeEarly({ method: 'GET', url: URL }, 0)).toBeUndefined()
  keepEarly(URL, Promise.resolve(answer))
  expect(takeEarly({ method: 'GET', url: URL }, 10_000)).toBeUndefined()
})

it('reports a failed early request only to the read that uses it', async () => {
  keepEarly(URL, Promise.reject(new TypeError('no network')))
  await expect(takeEarly({ method: 'GET', url: URL }, 0)).rejects.toThrow('no network')
})

it('reads an unused early response to its end, so that its connection is free', async () => {
  let sent = 0
  const ended = Promise.withResolvers<void>()
  const body = new ReadableStream({
    pull(controller) {
      if (++sent < 100) return controller.enqueue(new Uint8Array(64 * 1024))
      controller.close()
      ended.resolve()
    },
  })
  keepEarly(URL, Promise.resolve(new Response(body)))
  await ended.promise
  expect(sent).toBe(100)
})
