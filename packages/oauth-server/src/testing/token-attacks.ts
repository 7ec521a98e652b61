import {
  connect,
  errorOf,
  exchange,
  isAccepted,
  lifetimesOf,
  obtainCode,
  postForm,
  refresh,
  registerClient,
  tokensOf,
} from './client.ts'
import { expect } from './expect.ts'
import { INVALID_GRANT } from './presenters.ts'
import type { Rules } from './rules.ts'

export function tokenAttacks({ rule, ruleWith }: Rules): void {
  rule(
    'rejects a refresh token as an access token, an access token as a refresh token, and a code as either (token substitution)',
    async (service) => {
      const client = await registerClient(service)
      const code = await obtainCode(service, client)
      expect(await isAccepted(service, code.code)).toBe(false)
      expect(await errorOf(await refresh(service, client, code.code))).toEqual(INVALID_GRANT)
      const tokens = await tokensOf(await exchange(service, client, code))
      expect(await isAccepted(service, tokens.refresh_token)).toBe(false)
      expect(await errorOf(await refresh(service, client, tokens.access_token))).toEqual(INVALID_GRANT)
      const asCode = { code: tokens.refresh_token, verifier: code.verifier }
      expect(await errorOf(await exchange(service, client, asCode))).toEqual(INVALID_GRANT)
      expect(await isAccepted(service, tokens.access_token)).toBe(true)
    },
  )

  ruleWith(['moved'], 'rejects tokens and codes of another issuer or resource on the same stores', async (service) => {
    const { moved } = service
    const client = await registerClient(service)
    const tokens = await connect(service, client)
    const there = { ...service, ...moved }
    expect(await isAccepted(service, tokens.access_token)).toBe(true)
    expect(await isAccepted(there, tokens.access_token)).toBe(false)
    for (const resource of [service.resource, moved.resource]) {
      const response = await refresh(service, client, tokens.refresh_token, { resource }, moved.base)
      expect(await errorOf(response)).toEqual(INVALID_GRANT)
    }
    const code = await obtainCode(service, client)
    const response = await exchange(service, client, code, { resource: moved.resource }, moved.base)
    expect(await errorOf(response)).toEqual(INVALID_GRANT)
  })

  rule(
    'answers the revocation of an unknown token or one of another client with success, and revokes nothing',
    async (service) => {
      const [owner, other] = [await registerClient(service), await registerClient(service)]
      const tokens = await connect(service, owner)
      for (const token of [tokens.access_token, tokens.refresh_token, 'joa_unknown']) {
        const response = await postForm(service, '/oauth/revoke', other, { token })
        expect([response.status, await response.text()]).toEqual([200, '{}'])
      }
      expect(await isAccepted(service, tokens.access_token)).toBe(true)
    },
  )

  for (const kind of ['access_token', 'refresh_token'] as const) {
    rule(`revokes the whole connection by its ${kind}`, async (service) => {
      const client = await registerClient(service, 'client_secret_basic')
      const tokens = await connect(service, client)
      const wrong = { ...client, secret: 'wrong' }
      expect(await errorOf(await postForm(service, '/oauth/revoke', wrong, { token: tokens[kind] }))).toEqual([
        401,
        'invalid_client',
      ])
      expect(await isAccepted(service, tokens.access_token)).toBe(true)
      const form = { token: tokens[kind], token_type_hint: 'nonsense' }
      expect((await postForm(service, '/oauth/revoke', client, form)).status).toBe(200)
      expect(await isAccepted(service, tokens.access_token)).toBe(false)
      expect(await errorOf(await refresh(service, client, tokens.refresh_token))).toEqual(INVALID_GRANT)
    })
  }

  ruleWith(['clock'], 'rejects an access token from the moment it expires', async (service) => {
    const lifetime = lifetimesOf(service).accessToken
    const client = await registerClient(service)
    const tokens = await connect(service, client)
    expect(tokens.expires_in).toBe(lifetime / 1000)
    service.clock.advance(lifetime - 1)
    expect(await isAccepted(service, tokens.access_token)).toBe(true)
    service.clock.advance(1)
    expect(await isAccepted(service, tokens.access_token)).toBe(false)
  })
}
