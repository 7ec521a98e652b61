import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { requestLog } from './request-log.ts'

it.each([
  ['/share/SECRET', '/share/[secret]'],
  ['/SHARE/SECRET/goals?embed=1', '/share/[secret]'],
  ['/unsubscribe/SECRET', '/unsubscribe/[secret]'],
  ['/new-secret/SECRET', '/new-secret/[secret]'],
  ['/products/prd_1?segment=SECRET', '/products/prd_1'],
])('logs a request for %s without its secret', async (asked, logged) => {
  const lines: string[] = []
  const observer = requestLog(pino({ level: 'debug' }, { write: (line) => void lines.push(line) }))
  const app = express()
  if (observer !== undefined) app.use(observer)
  app.use((_req, res) => void res.end())
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${asked}`)
  server.close()
  await once(server, 'close')
  expect(lines.map((line) => JSON.parse(line).path)).toEqual([logged])
})
