import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ServiceUnavailable } from '@footfall/core-domain'
import { requestIds } from '@footfall/http-primitives'
import { settableClock } from '@footfall/testkit'
import express from 'express'
import { expect, it, onTestFinished } from 'vitest'
import { pageErrors } from './page-errors.ts'

async function pageThatThrows(error: Error) {
  const clock = settableClock()
  const lines: object[] = []
  const log = { warn: (line: object) => void lines.push(line), error: (line: object) => void lines.push(line) }
  const app = express()
  app.use(requestIds(() => 'req_1'))
  app.get('/', () => {
    throw error
  })
  app.use(pageErrors(log, clock))
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const get = () => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return { clock, lines, get }
}

it('answers a page request with 503 and Retry-After during an outage, and logs it once a minute', async () => {
  const { clock, lines, get } = await pageThatThrows(new ServiceUnavailable(new Error('connect ECONNREFUSED')))
  for (let i = 0; i < 20; i++) {
    const response = await get()
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await response.text()).not.toContain('ECONNREFUSED')
  }
  clock.advance(60_000)
  await get()
  expect(lines).toMatchObject([{ request_id: 'req_1' }, { request_id: 'req_1', unlogged: 19 }])
})

it('answers an unexpected error of a page with 500 without details, and logs each one', async () => {
  const { lines, get } = await pageThatThrows(new Error('secret detail'))
  for (let i = 0; i < 2; i++) {
    const response = await get()
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret detail')
  }
  expect(lines).toHaveLength(2)
})
