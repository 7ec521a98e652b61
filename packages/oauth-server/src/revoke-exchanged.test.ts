import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryStores } from './memory-stores.ts'
import { startService, type TestService } from './test-support/service.ts'

class StoreAway extends Error {}

const revoked: string[] = []
let service: TestService
let without: TestService
beforeAll(async () => {
  service = await startService({
    stores: memoryStores(),
    host: {
      isUnavailable: (error) => error instanceof StoreAway,
      async revokeExchangedToken(token) {
        if (token === 'host_away') throw new StoreAway()
        if (token.startsWith('host_')) revoked.push(token)
        return token.startsWith('host_')
      },
    },
  })
  without = await startService({ stores: memoryStores() })
})
afterAll(() => Promise.all([service.close(), without.close()]))

const revoke = async (fields: Record<string, string>, headers: Record<string, string> = {}, at = service) => {
  const init = { method: 'POST', headers, body: new URLSearchParams(fields) }
  return (await fetch(`${at.base}/oauth/revoke`, init)).status
}

describe('the revocation of an exchanged token', () => {
  it('asks the host where the request has no client', async () => {
    expect(await revoke({ token: 'host_1', token_type_hint: 'access_token' })).toBe(200)
    expect(revoked).toEqual(['host_1'])
  })

  it.each([
    [{ client_id: 'c' }, {}],
    [{ client_secret: 's' }, {}],
    [{ client_assertion: 'a' }, {}],
    [{}, { authorization: 'Basic Yzpz' }],
  ])('leaves the token to its client if the request has %j and %j', async (fields, headers) => {
    const before = revoked.length
    expect(await revoke({ token: 'host_2', ...fields }, headers)).toBeGreaterThanOrEqual(400)
    expect(revoked).toHaveLength(before)
  })

  it('rejects a token of another kind, no token and a repeated one as before', async () => {
    expect(await revoke({ token: 'joa_1' })).toBeGreaterThanOrEqual(400)
    expect(await revoke({})).toBeGreaterThanOrEqual(400)
    expect(await revoke({ token: 'host_3' }, {}, without)).toBeGreaterThanOrEqual(400)
    const body = new URLSearchParams([
      ['token', 'host_4'],
      ['token', 'host_5'],
    ])
    expect((await fetch(`${service.base}/oauth/revoke`, { method: 'POST', body })).status).toBe(400)
    expect(revoked).not.toContain('host_4')
  })

  it('answers 503 during an outage of the store of the host', async () => {
    expect(await revoke({ token: 'host_away' })).toBe(503)
  })
})
