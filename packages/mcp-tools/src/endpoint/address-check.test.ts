import { describe, expect, it } from 'vitest'
import { createAddressCheck } from './address-check.ts'

const status = (check: ReturnType<typeof createAddressCheck>, host: string | undefined, origin?: string) =>
  check(host, origin)?.status

describe('the check of addresses', () => {
  it('accepts the host of the base URL, with or without its default port, in any case', () => {
    const check = createAddressCheck('https://stats.example')
    for (const host of ['stats.example', 'stats.example:443', 'STATS.example'])
      expect(status(check, host)).toBeUndefined()
    for (const host of [undefined, '', 'stats.example:80', 'stats.example.evil', 'evil.example', 'localhost'])
      expect({ host, status: status(check, host) }).toEqual({ host, status: 403 })
  })

  it('accepts every name of this machine if the base URL is one of them, at its port only', () => {
    const check = createAddressCheck('http://localhost:3000')
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) expect(status(check, host)).toBeUndefined()
    for (const host of ['localhost', 'localhost:3001', '127.0.0.2:3000', 'localhost.evil.example:3000'])
      expect(status(check, host)).toBe(403)
  })

  it('accepts additional hosts that were allowed', () => {
    const check = createAddressCheck('https://stats.example', ['App:3000'])
    expect(status(check, 'app:3000')).toBeUndefined()
    expect(status(check, 'app')).toBe(403)
  })

  it('accepts a request without an origin or from its own origin, and no other', () => {
    const check = createAddressCheck('http://localhost:3000')
    for (const origin of [undefined, 'http://localhost:3000', 'http://127.0.0.1:3000'])
      expect(status(check, 'localhost:3000', origin)).toBeUndefined()
    for (const origin of ['', 'null', 'https://localhost:3000', 'http://localhost:3001', 'http://evil.example:3000'])
      expect(status(check, 'localhost:3000', origin)).toBe(403)
  })
})
