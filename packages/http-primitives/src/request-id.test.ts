import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { requestId, requestIds } from './request-id.ts'

function exchange(headers: Record<string, string> = {}) {
  const req = new IncomingMessage(new Socket())
  Object.assign(req.headers, headers)
  return { req, res: new ServerResponse(req) }
}

describe('requestIds', () => {
  it('gives a response one request id, in its header, however many routers ask for one', () => {
    const { req, res } = exchange()
    let issued = 0
    let passed = 0
    const middleware = requestIds(() => `req_${++issued}`)
    for (let i = 0; i < 2; i++) middleware(req, res, () => passed++)
    expect([requestId(res), res.getHeader('Request-Id'), issued, passed]).toEqual(['req_1', 'req_1', 1, 2])
  })

  it('ignores a request id that the caller sent', () => {
    const { req, res } = exchange({ 'request-id': 'req_of_the_caller' })
    requestIds(() => 'req_1')(req, res, () => {})
    expect(requestId(res)).toBe('req_1')
  })

  it('returns an empty request id if no middleware set one', () => {
    expect(requestId(exchange().res)).toBe('')
  })
})
