import { IncomingMessage, ServerResponse } from 'node:http'
import { listen, type RunningServer } from '@footfall/http-primitives'
import express from 'express'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { messagesOf } from './express-messages.ts'

const app = express()
const messages = messagesOf(app)
app.get('/', (req, res) => {
  const isNodes = req instanceof IncomingMessage && res instanceof ServerResponse
  res.status(201).json({ ip: req.ip, isApps: req.app === app && res.app === app, isNodes })
})

/** What a request and its response are before Express has them. */
const prototypes: unknown[] = []
let server: RunningServer

beforeAll(async () => {
  const handler: Parameters<typeof listen>[0] = (req, res) => {
    prototypes.push(Object.getPrototypeOf(req), Object.getPrototypeOf(res))
    app(req, res)
  }
  server = await listen(handler, 0, '127.0.0.1', 'PORT', { messages })
})
afterAll(() => server.stop(0))

it('makes requests and responses that Express need not change, with everything that Express adds to them', async () => {
  const response = await fetch(`http://127.0.0.1:${server.port}/`)
  expect(prototypes[0]).toBe(app.request)
  expect(prototypes[1]).toBe(app.response)
  expect(response.status).toBe(201)
  expect(await response.json()).toEqual({ ip: '127.0.0.1', isApps: true, isNodes: true })
})
