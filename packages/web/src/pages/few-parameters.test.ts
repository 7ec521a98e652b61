import { InvalidRequest } from '@footfall/core-domain'
import { testServer } from '@footfall/testkit'
import express, { type ErrorRequestHandler } from 'express'
import { beforeAll, expect, it } from 'vitest'
import { ownForm } from '../sign-in/own-form.ts'
import { fewParameters } from './few-parameters.ts'

const ORIGIN = 'https://stats.example'
const many = (count: number) => Array.from({ length: count }, (_, i) => `p${i}=`).join('&')

const server = testServer()
beforeAll(() => {
  const app = express()
  app.set('query parser', false)
  app.use(fewParameters)
  app.get('/page', (_req, res) => void res.end())
  app.post(
    '/form',
    async (req, res) =>
      void res.json((await ownForm(req, { origins: [ORIGIN], callerOf: async () => undefined })).size),
  )
  const rejects: ErrorRequestHandler = (error, _req, res, _next) => {
    if (error instanceof InvalidRequest) res.status(400).json(error.errors)
    else res.status(500).end()
  }
  app.use(rejects)
  server.handle(app)
})

it('pages reject more than 500 parameters, and their forms more than 2,500, before they are decoded', async () => {
  const send = async (path: string, body?: string) => {
    const headers = { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
    const form = body === undefined ? {} : { method: 'POST', headers, body }
    return fetch(`${server.origin}${path}`, form)
  }
  const messageOf = (max: number) => `must have at most ${max} parameters`
  expect((await send(`/page?${many(500)}`)).status).toBe(200)
  expect(await (await send(`/page?${many(501)}`)).json()).toEqual([{ path: 'query', message: messageOf(500) }])
  expect(await (await send('/form', many(2500))).json()).toBe(2500)
  expect(await (await send('/form', many(2501))).json()).toEqual([{ path: 'body', message: messageOf(2500) }])
})
