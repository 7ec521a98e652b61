import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  type Changes,
  errorOf,
  exchange,
  isAccepted,
  newPkce,
  obtainCode,
  postJson,
  refresh,
  registerClient,
  tokensOf,
} from './client.ts'
import { INVALID_GRANT, presenters } from './presenters.ts'
import type { TestService } from './service.ts'
import { HOUR, MINUTE } from './time.ts'

type At = () => TestService

export function codeAttacks(at: At): void {
  it('refuses a code without its code verifier and consumes it (code injection)', async () => {
    const client = await registerClient(at())
    const stolen = await obtainCode(at(), client)
    expect(await errorOf(await exchange(at(), client, { ...stolen, verifier: newPkce().verifier }))).toEqual(
      INVALID_GRANT,
    )
    expect(await errorOf(await exchange(at(), client, stolen))).toEqual(INVALID_GRANT)
  })

  it('refuses a code without a code verifier or with the challenge as a plain one (PKCE downgrade)', async () => {
    const client = await registerClient(at())
    const first = await obtainCode(at(), client)
    expect(await errorOf(await exchange(at(), client, first, { code_verifier: undefined }))).toEqual([
      400,
      'invalid_request',
    ])
    expect(await errorOf(await exchange(at(), client, first))).toEqual(INVALID_GRANT)
    const second = await obtainCode(at(), client)
    const challenge = createHash('sha256').update(second.verifier).digest('base64url')
    expect(await errorOf(await exchange(at(), client, second, { code_verifier: challenge }))).toEqual(INVALID_GRANT)
  })

  it('refuses a consumed code and revokes its connection (replay)', async () => {
    const client = await registerClient(at())
    const code = await obtainCode(at(), client)
    const tokens = await tokensOf(await exchange(at(), client, code))
    expect(await isAccepted(at(), tokens.access_token)).toBe(true)
    expect(await errorOf(await exchange(at(), client, code))).toEqual(INVALID_GRANT)
    expect(await isAccepted(at(), tokens.access_token)).toBe(false)
    expect(await errorOf(await refresh(at(), client, tokens.refresh_token))).toEqual(INVALID_GRANT)
  })

  it('revokes the connection of a consumed code that is presented hours later with a wrong code verifier', async () => {
    const client = await registerClient(at())
    const code = await obtainCode(at(), client)
    const first = await tokensOf(await exchange(at(), client, code))
    at().clock.advance(5 * HOUR)
    await at().oauth.purgeExpired()
    const tokens = await tokensOf(await refresh(at(), client, first.refresh_token))
    const guess = { ...code, verifier: newPkce().verifier }
    expect(await errorOf(await exchange(at(), client, guess))).toEqual(INVALID_GRANT)
    expect(await isAccepted(at(), tokens.access_token)).toBe(false)
  })

  it('refuses an unconsumed code presented by another client, and does not consume it', async () => {
    const [owner, thief] = [await registerClient(at()), await registerClient(at())]
    const code = await obtainCode(at(), owner)
    expect(await errorOf(await exchange(at(), thief, code))).toEqual(INVALID_GRANT)
    await tokensOf(await exchange(at(), owner, code))
  })

  it.each(presenters)('revokes the connection of a consumed code presented by %s', async (_, present) => {
    const client = await registerClient(at(), 'client_secret_basic')
    const code = await obtainCode(at(), client)
    const tokens = await tokensOf(await exchange(at(), client, code))
    const response = await present(at(), client, { grant_type: 'authorization_code', code: code.code })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(await isAccepted(at(), tokens.access_token)).toBe(false)
    expect(await errorOf(await refresh(at(), client, tokens.refresh_token))).toEqual(INVALID_GRANT)
  })

  it.each<readonly [string, Changes, readonly [number, string]]>([
    ['another verifier', { code_verifier: newPkce().verifier }, [400, 'invalid_grant']],
    ['no verifier', { code_verifier: undefined }, [400, 'invalid_request']],
    ['a malformed verifier', { code_verifier: 'short' }, [400, 'invalid_request']],
    ['another redirect URI', { redirect_uri: 'https://client.example/cb' }, [400, 'invalid_grant']],
    ['text for a redirect URI', { redirect_uri: 'nonsense' }, [400, 'invalid_grant']],
    ['no redirect URI', { redirect_uri: undefined }, [400, 'invalid_request']],
    ['another resource', { resource: 'https://other.example/mcp' }, [400, 'invalid_target']],
    ['no resource', { resource: '' }, [400, 'invalid_target']],
  ])('consumes a code that its authenticated client presents with %s', async (_, changes, expected) => {
    const client = await registerClient(at(), 'client_secret_post')
    const code = await obtainCode(at(), client)
    expect(await errorOf(await exchange(at(), client, code, changes))).toEqual(expected)
    expect(await errorOf(await exchange(at(), client, code))).toEqual(INVALID_GRANT)
  })

  it('does not consume a code in a request that repeats a parameter or is no form', async () => {
    const client = await registerClient(at())
    const code = await obtainCode(at(), client)
    const twice = await exchange(at(), client, code, { resource: [at().resource, at().resource] })
    expect(await errorOf(twice)).toEqual([400, 'invalid_request'])
    const asJson = { grant_type: 'authorization_code', client_id: client.id, code: code.code }
    expect(await errorOf(await postJson(`${at().base}/oauth/token`, asJson))).toEqual([400, 'invalid_request'])
    await tokensOf(await exchange(at(), client, code))
  })

  it('does not consume the code of a confidential client if client authentication fails', async () => {
    const client = await registerClient(at(), 'client_secret_basic')
    const code = await obtainCode(at(), client)
    for (const impostor of [
      { ...client, secret: 'wrong' },
      { ...client, method: 'none' as const },
      { ...client, method: 'client_secret_post' as const },
    ]) {
      const response = await exchange(at(), impostor, code)
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
      expect(await errorOf(response)).toEqual([401, 'invalid_client'])
    }
    await tokensOf(await exchange(at(), client, code))
  })

  it('refuses another registered redirect URI in the token request, and consumes the code', async () => {
    const uris = ['https://client.example/cb', 'https://client.example/other']
    const client = await registerClient(at(), 'none', { redirect_uris: uris })
    const code = await obtainCode(at(), client)
    const response = await exchange(at(), client, code, { redirect_uri: uris[1] })
    expect(await errorOf(response)).toEqual(INVALID_GRANT)
    expect(await errorOf(await exchange(at(), client, code))).toEqual(INVALID_GRANT)
  })

  it('refuses a code for another resource', async () => {
    const client = await registerClient(at())
    for (const resource of ['https://other.example/mcp', undefined, `${at().resource}/`, `${at().resource}?a`]) {
      const code = await obtainCode(at(), client)
      expect(await errorOf(await exchange(at(), client, code, { resource }))).toEqual([400, 'invalid_target'])
      expect(await errorOf(await exchange(at(), client, code))).toEqual(INVALID_GRANT)
    }
  })

  it('refuses a code after two minutes', async () => {
    const client = await registerClient(at())
    const inTime = await obtainCode(at(), client)
    at().clock.advance(2 * MINUTE - 1)
    await tokensOf(await exchange(at(), client, inTime))
    const late = await obtainCode(at(), client)
    at().clock.advance(2 * MINUTE)
    expect(await errorOf(await exchange(at(), client, late))).toEqual(INVALID_GRANT)
  })
}
