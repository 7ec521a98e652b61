import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryStores } from '../memory-stores.ts'
import { createOAuthServer } from '../server.ts'
import { startService, type TestService } from '../test-support/service.ts'
import { TOKEN_EXCHANGE, type TokenExchangeRequest } from '../token-exchange.ts'

class StoreAway extends Error {}

const JWT = 'urn:ietf:params:oauth:token-type:jwt'
const seen: TokenExchangeRequest[] = []
let service: TestService
let without: TestService
beforeAll(async () => {
  service = await startService({
    stores: memoryStores(),
    host: {
      isUnavailable: (error) => error instanceof StoreAway,
      async exchangeToken(request) {
        seen.push(request)
        switch (request.subjectToken) {
          case 'unknown':
            return { ok: false, error: 'invalid_request', description: 'No.', reason: 'unknown' }
          case 'away':
            throw new StoreAway()
          default:
            return { ok: true, accessToken: 'host_1', expiresInSeconds: 60, scopes: ['a', 'b'] }
        }
      },
    },
  })
  without = await startService({ stores: memoryStores() })
})
afterAll(() => Promise.all([service.close(), without.close()]))

const exchange = async (fields: readonly (readonly [string, string])[], at = service) => {
  const body = new URLSearchParams([['grant_type', TOKEN_EXCHANGE]])
  for (const [name, value] of fields) body.append(name, value)
  const response = await fetch(`${at.base}/oauth/token`, { method: 'POST', body })
  const answer = (await response.json()) as { readonly error?: string }
  return { status: response.status, body: answer, headers: response.headers }
}
const GOOD = [
  ['subject_token', 'x'],
  ['subject_token_type', JWT],
] as const

describe('a token exchange', () => {
  it('answers the access token of the host to a public client, as RFC 8693 has it', async () => {
    const { status, body, headers } = await exchange([
      ...GOOD,
      ['scope', 'b a b'],
      ['audience', 'one'],
      ['audience', 'two'],
      ['resource', 'https://api.example/'],
      ['more', 'of the host'],
    ])
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toEqual({
      access_token: 'host_1',
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: 60,
      scope: 'a b',
    })
    const asked = seen.at(-1)
    expect(asked).toMatchObject({
      subjectToken: 'x',
      subjectTokenType: JWT,
      scopes: ['b', 'a'],
      audiences: ['one', 'two'],
      resources: ['https://api.example/'],
    })
    expect([asked?.parameter('more'), asked?.parameter('none')]).toEqual(['of the host', undefined])
  })

  it('answers the error of the host, and 503 where the host is unavailable', async () => {
    const rejected = await exchange([['subject_token', 'unknown'], GOOD[1]])
    expect([rejected.status, rejected.body]).toEqual([400, { error: 'invalid_request', error_description: 'No.' }])
    expect(service.events).toContainEqual({
      kind: 'refused',
      endpoint: 'token',
      reason: 'unknown',
      clientId: undefined,
    })
    const away = await exchange([['subject_token', 'away'], GOOD[1]])
    expect([away.status, away.body.error]).toEqual([503, 'temporarily_unavailable'])
  })

  it('lists the grant in the metadata and accepts it only where the host has it', async () => {
    const grants = async ({ base }: TestService) =>
      (
        (await (await fetch(`${base}/.well-known/oauth-authorization-server`)).json()) as {
          readonly grant_types_supported: string[]
        }
      ).grant_types_supported
    expect(await grants(service)).toContain(TOKEN_EXCHANGE)
    expect(await grants(without)).not.toContain(TOKEN_EXCHANGE)
    expect((await exchange(GOOD, without)).status).toBe(400)
  })

  it('rejects a grant type of a class that the host has too', () => {
    const host = {
      currentAccount: async () => undefined,
      signInUrl: () => '',
      readGrant: async () => ({ ok: false, problem: '' }) as const,
    }
    const create = () =>
      createOAuthServer({
        issuer: 'https://auth.example',
        resource: 'https://auth.example/api',
        scopes: { grantable: ['a'], initial: [] },
        stores: memoryStores(),
        host: {
          ...host,
          exchangeToken: async () => ({ ok: false, error: 'invalid_request', description: '', reason: '' }),
        },
        now: () => 0,
        extendedGrantTypes: {
          [TOKEN_EXCHANGE]: class {
            handle(): never {
              throw new Error('unused')
            }
          },
        },
      })
    expect(create).toThrow(/exchangeToken/)
  })
})
