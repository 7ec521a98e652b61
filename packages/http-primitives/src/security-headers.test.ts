import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

function headersFor(baseUrl: string) {
  const req = new IncomingMessage(new Socket())
  const res = new ServerResponse(req)
  securityHeaders(baseUrl)(req, res, () => {})
  return { ...res.getHeaders() }
}

describe('the security headers', () => {
  it('ask browsers to come back by https for a year, for this host alone, where BASE_URL is https', () => {
    expect(headersFor('https://stats.example.com')).toEqual({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
    })
  })

  it('do not ask for https where BASE_URL is http', () => {
    expect(headersFor('http://localhost:3000')).toEqual({ 'x-content-type-options': 'nosniff' })
  })
})
