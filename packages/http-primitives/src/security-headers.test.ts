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

describe('securityHeaders', () => {
  it('sends Strict-Transport-Security for one year and this host only if BASE_URL is https', () => {
    expect(headersFor('https://stats.example.com')).toEqual({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
    })
  })

  it('sends no Strict-Transport-Security if BASE_URL is http', () => {
    expect(headersFor('http://localhost:3000')).toEqual({ 'x-content-type-options': 'nosniff' })
  })
})
