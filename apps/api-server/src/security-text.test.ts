import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { parseSettings } from '@footfall/config'
import { settableClock } from '@footfall/testkit'
import express from 'express'
import { afterEach, describe, expect, it } from 'vitest'
import { securityTextRouter } from './security-text.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function textOf(contact: string | undefined, now: string): Promise<Response> {
  const app = express().use(securityTextRouter(contact, 'https://stats.example.com', settableClock(Date.parse(now))))
  const server = createServer(app).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('There is no port.')
  return fetch(`http://127.0.0.1:${address.port}/.well-known/security.txt`)
}

describe('the file with the contact for vulnerabilities', () => {
  it('returns the contact, and expires half a year after the request', async () => {
    const response = await textOf('mailto:security@example.com', '2026-01-01T00:00:00.000Z')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe(
      'Contact: mailto:security@example.com\nExpires: 2026-06-30T00:00:00.000Z\nPreferred-Languages: en\nCanonical: https://stats.example.com/.well-known/security.txt\n',
    )
  })

  it('returns 404 for a service without a contact', async () => {
    expect((await textOf(undefined, '2026-01-01T00:00:00.000Z')).status).toBe(404)
  })

  it.each(['mailto:security@example.com', 'https://example.com/security?a=b'])('accepts the contact %s', (contact) => {
    expect(parseSettings({ SECURITY_CONTACT: contact }).securityContact).toBe(contact)
  })

  it.each([
    'security@example.com',
    'http://example.com',
    'mailto:',
    'javascript:alert(1)',
    'https://example.com\nContact: mailto:x@example.com',
    'mailto:ä b@example.com',
    `https://example.com/${'x'.repeat(500)}`,
  ])('rejects the contact %j', (contact) => {
    expect(() => parseSettings({ SECURITY_CONTACT: contact })).toThrow(/^SECURITY_CONTACT must be such as/)
  })
})
