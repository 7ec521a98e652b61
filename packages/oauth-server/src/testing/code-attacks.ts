import { createHash } from 'node:crypto'
import {
  type Changes,
  errorOf,
  exchange,
  isAccepted,
  lifetimesOf,
  newPkce,
  obtainCode,
  postJson,
  refresh,
  registerClient,
  tokensOf,
} from './client.ts'
import { expect } from './expect.ts'
import { INVALID_GRANT, presenters } from './presenters.ts'
import type { Rules } from './rules.ts'
import { HOUR } from './time.ts'

export function codeAttacks({ rule, ruleWith }: Rules): void {
  rule('rejects a code without its code verifier and consumes it (code injection)', async (service) => {
    const client = await registerClient(service)
    const stolen = await obtainCode(service, client)
    expect(await errorOf(await exchange(service, client, { ...stolen, verifier: newPkce().verifier }))).toEqual(
      INVALID_GRANT,
    )
    expect(await errorOf(await exchange(service, client, stolen))).toEqual(INVALID_GRANT)
  })

  rule(
    'rejects a code without a code verifier or with the challenge as a plain one (PKCE downgrade)',
    async (service) => {
      const client = await registerClient(service)
      const first = await obtainCode(service, client)
      expect(await errorOf(await exchange(service, client, first, { code_verifier: undefined }))).toEqual([
        400,
        'invalid_request',
      ])
      expect(await errorOf(await exchange(service, client, first))).toEqual(INVALID_GRANT)
      const second = await obtainCode(service, client)
      const challenge = createHash('sha256').update(second.verifier).digest('base64url')
      expect(await errorOf(await exchange(service, client, second, { code_verifier: challenge }))).toEqual(
        INVALID_GRANT,
      )
    },
  )

  rule('rejects a consumed code and revokes its connection (replay)', async (service) => {
    const client = await registerClient(service)
    const code = await obtainCode(service, client)
    const tokens = await tokensOf(await exchange(service, client, code))
    expect(await isAccepted(service, tokens.access_token)).toBe(true)
    expect(await errorOf(await exchange(service, client, code))).toEqual(INVALID_GRANT)
    expect(await isAccepted(service, tokens.access_token)).toBe(false)
    expect(await errorOf(await refresh(service, client, tokens.refresh_token))).toEqual(INVALID_GRANT)
  })

  ruleWith(
    ['clock', 'purgeExpired'],
    'revokes the connection of a consumed code that is presented hours later with a wrong code verifier',
    async (service) => {
      const client = await registerClient(service)
      const code = await obtainCode(service, client)
      const first = await tokensOf(await exchange(service, client, code))
      service.clock.advance(5 * HOUR)
      await service.purgeExpired()
      const tokens = await tokensOf(await refresh(service, client, first.refresh_token))
      const guess = { ...code, verifier: newPkce().verifier }
      expect(await errorOf(await exchange(service, client, guess))).toEqual(INVALID_GRANT)
      expect(await isAccepted(service, tokens.access_token)).toBe(false)
    },
  )

  rule('rejects an unconsumed code presented by another client, and does not consume it', async (service) => {
    const [owner, thief] = [await registerClient(service), await registerClient(service)]
    const code = await obtainCode(service, owner)
    expect(await errorOf(await exchange(service, thief, code))).toEqual(INVALID_GRANT)
    await tokensOf(await exchange(service, owner, code))
  })

  for (const [who, present] of presenters) {
    rule(`revokes the connection of a consumed code presented by ${who}`, async (service) => {
      const client = await registerClient(service, 'client_secret_basic')
      const code = await obtainCode(service, client)
      const tokens = await tokensOf(await exchange(service, client, code))
      const response = await present(service, client, { grant_type: 'authorization_code', code: code.code })
      expect(response.status).toBeAtLeast(400)
      expect(await isAccepted(service, tokens.access_token)).toBe(false)
      expect(await errorOf(await refresh(service, client, tokens.refresh_token))).toEqual(INVALID_GRANT)
    })
  }

  const mistakes: readonly (readonly [string, Changes, readonly [number, string]])[] = [
    ['another verifier', { code_verifier: newPkce().verifier }, [400, 'invalid_grant']],
    ['no verifier', { code_verifier: undefined }, [400, 'invalid_request']],
    ['a malformed verifier', { code_verifier: 'short' }, [400, 'invalid_request']],
    ['another redirect URI', { redirect_uri: 'https://client.example/cb' }, [400, 'invalid_grant']],
    ['text for a redirect URI', { redirect_uri: 'nonsense' }, [400, 'invalid_grant']],
    ['no redirect URI', { redirect_uri: undefined }, [400, 'invalid_request']],
    ['another resource', { resource: 'https://other.example/mcp' }, [400, 'invalid_target']],
    ['no resource', { resource: '' }, [400, 'invalid_target']],
  ]
  for (const [what, changes, expected] of mistakes) {
    rule(`consumes a code that its authenticated client presents with ${what}`, async (service) => {
      const client = await registerClient(service, 'client_secret_post')
      const code = await obtainCode(service, client)
      expect(await errorOf(await exchange(service, client, code, changes))).toEqual(expected)
      expect(await errorOf(await exchange(service, client, code))).toEqual(INVALID_GRANT)
    })
  }

  rule('does not consume a code in a request that repeats a parameter or is not a form', async (service) => {
    const client = await registerClient(service)
    const code = await obtainCode(service, client)
    const twice = await exchange(service, client, code, { resource: [service.resource, service.resource] })
    expect(await errorOf(twice)).toEqual([400, 'invalid_request'])
    const asJson = { grant_type: 'authorization_code', client_id: client.id, code: code.code }
    expect(await errorOf(await postJson(`${service.base}/oauth/token`, asJson))).toEqual([400, 'invalid_request'])
    await tokensOf(await exchange(service, client, code))
  })

  rule('does not consume the code of a confidential client if client authentication fails', async (service) => {
    const client = await registerClient(service, 'client_secret_basic')
    const code = await obtainCode(service, client)
    for (const impostor of [
      { ...client, secret: 'wrong' },
      { ...client, method: 'none' as const },
      { ...client, method: 'client_secret_post' as const },
    ]) {
      const response = await exchange(service, impostor, code)
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
      expect(await errorOf(response)).toEqual([401, 'invalid_client'])
    }
    await tokensOf(await exchange(service, client, code))
  })

  rule('rejects another registered redirect URI in the token request, and consumes the code', async (service) => {
    const uris = ['https://client.example/cb', 'https://client.example/other']
    const client = await registerClient(service, 'none', { redirect_uris: uris })
    const code = await obtainCode(service, client)
    const response = await exchange(service, client, code, { redirect_uri: uris[1] })
    expect(await errorOf(response)).toEqual(INVALID_GRANT)
    expect(await errorOf(await exchange(service, client, code))).toEqual(INVALID_GRANT)
  })

  rule('rejects a code for another resource', async (service) => {
    const client = await registerClient(service)
    for (const resource of ['https://other.example/mcp', undefined, `${service.resource}/`, `${service.resource}?a`]) {
      const code = await obtainCode(service, client)
      expect(await errorOf(await exchange(service, client, code, { resource }))).toEqual([400, 'invalid_target'])
      expect(await errorOf(await exchange(service, client, code))).toEqual(INVALID_GRANT)
    }
  })

  ruleWith(['clock'], 'rejects a code after its lifetime', async (service) => {
    const client = await registerClient(service)
    const inTime = await obtainCode(service, client)
    service.clock.advance(lifetimesOf(service).code - 1)
    await tokensOf(await exchange(service, client, inTime))
    const late = await obtainCode(service, client)
    service.clock.advance(lifetimesOf(service).code)
    expect(await errorOf(await exchange(service, client, late))).toEqual(INVALID_GRANT)
  })
}
