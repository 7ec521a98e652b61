import express from 'express'
import { afterEach, describe, expect, it } from 'vitest'
import { memoryStores } from './memory-stores.ts'
import { startService, type TestService } from './test-support/service.ts'
import { connect, isAccepted, postJson, refresh, registerClient, tokensOf } from './testing/client.ts'

let service: TestService
afterEach(() => service.close())

const PARSERS: readonly (readonly [string, readonly express.RequestHandler[]])[] = [
  ['express.json()', [express.json()]],
  ['express.urlencoded({ extended: true })', [express.urlencoded({ extended: true })]],
  ['express.urlencoded({ extended: false })', [express.urlencoded({ extended: false })]],
  ['express.json() and express.urlencoded()', [express.json(), express.urlencoded()]],
  ['express.text() for every type', [express.text({ type: () => true })]],
  ['express.raw() for every type', [express.raw({ type: () => true })]],
]

const post = (body: string) =>
  fetch(`${service.base}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })

describe.each(PARSERS)('the authorization server behind %s', (_, before) => {
  it('registers clients, connects, refreshes and revokes behind a body parser', async () => {
    service = await startService({ stores: memoryStores(), before })
    const client = await registerClient(service)
    const tokens = await connect(service, client)
    expect(await isAccepted(service, tokens.access_token)).toBe(true)
    const next = await tokensOf(await refresh(service, client, tokens.refresh_token))
    const revoked = await fetch(`${service.base}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: next.refresh_token, client_id: client.id }),
    })
    expect(revoked.status).toBe(200)
    expect(await isAccepted(service, next.access_token)).toBe(false)
    expect(service.events.filter(({ kind }) => kind === 'failed')).toEqual([])
  })

  it('rejects behind a body parser a repeated parameter, and a registration that is too long or not an object', async () => {
    service = await startService({ stores: memoryStores(), before })
    const { id } = await registerClient(service)
    const twice = await post(`grant_type=refresh_token&refresh_token=a&client_id=${id}&client_id=${id}`)
    expect([twice.status, await twice.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })])
    const list = await postJson(`${service.base}/oauth/register`, [])
    expect([list.status, await list.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_client_metadata' }),
    ])
    const long = await postJson(`${service.base}/oauth/register`, { client_name: 'x'.repeat(80_000) })
    expect(long.status).toBe(413)
  })
})

it('a request whose body was read without being kept fails, with a reason for the operator', async () => {
  const drain: express.RequestHandler = (req, _res, next) => {
    req.on('end', () => next()).resume()
  }
  service = await startService({ stores: memoryStores(), before: [drain] })
  const response = await post('grant_type=refresh_token')
  expect(response.status).toBe(500)
  expect(service.events).toContainEqual(
    expect.objectContaining({
      kind: 'failed',
      error: expect.objectContaining({ message: expect.stringContaining('before any body parser') }),
    }),
  )
})
