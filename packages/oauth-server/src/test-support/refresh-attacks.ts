import { expect, it } from 'vitest'
import { connect, errorOf, isAccepted, postForm, refresh, registerClient, tokensOf } from './client.ts'
import { INVALID_GRANT, presenters } from './presenters.ts'
import type { TestService } from './service.ts'
import { SECOND } from './time.ts'

type At = () => TestService

export function refreshAttacks(at: At): void {
  it('refuses a rotated refresh token and revokes its connection (replay)', async () => {
    const client = await registerClient(at())
    const first = await connect(at(), client)
    const second = await tokensOf(await refresh(at(), client, first.refresh_token))
    expect(await errorOf(await refresh(at(), client, first.refresh_token))).toEqual(INVALID_GRANT)
    expect(await isAccepted(at(), second.access_token)).toBe(false)
    expect(await errorOf(await refresh(at(), client, second.refresh_token))).toEqual(INVALID_GRANT)
  })

  it('refuses a current refresh token presented by another client, and does not consume it', async () => {
    const [owner, thief] = [await registerClient(at()), await registerClient(at(), 'client_secret_post')]
    const tokens = await connect(at(), owner)
    expect(await errorOf(await refresh(at(), thief, tokens.refresh_token))).toEqual(INVALID_GRANT)
    expect((await postForm(at(), '/oauth/revoke', thief, { token: tokens.refresh_token })).status).toBe(200)
    await tokensOf(await refresh(at(), owner, tokens.refresh_token))
  })

  it.each(presenters)('revokes the connection of a consumed refresh token presented by %s', async (_, present) => {
    const client = await registerClient(at(), 'client_secret_basic')
    const first = await connect(at(), client)
    const second = await tokensOf(await refresh(at(), client, first.refresh_token))
    const form = { grant_type: 'refresh_token', refresh_token: first.refresh_token }
    expect((await present(at(), client, form)).status).toBeGreaterThanOrEqual(400)
    expect(await isAccepted(at(), second.access_token)).toBe(false)
    expect(await errorOf(await refresh(at(), client, second.refresh_token))).toEqual(INVALID_GRANT)
  })

  it.each(presenters)(
    'revokes the connection of a consumed refresh token presented at the revocation endpoint by %s',
    async (_, present) => {
      const client = await registerClient(at(), 'client_secret_basic')
      const first = await connect(at(), client)
      const second = await tokensOf(await refresh(at(), client, first.refresh_token))
      await present(at(), client, { token: first.refresh_token }, '/oauth/revoke')
      expect(await isAccepted(at(), second.access_token)).toBe(false)
    },
  )

  it('refuses a refresh request with other scopes than the granted ones, and accepts these in any order', async () => {
    const client = await registerClient(at())
    const tokens = await connect(at(), client)
    for (const scope of [
      '',
      'notes:read',
      'notes:read team:read notes:write',
      'notes:read notes:write',
      'notes:read  team:read',
    ]) {
      expect(await errorOf(await refresh(at(), client, tokens.refresh_token, { scope }))).toEqual([
        400,
        'invalid_scope',
      ])
    }
    const next = await tokensOf(await refresh(at(), client, tokens.refresh_token, { scope: 'team:read notes:read' }))
    expect(next.scope).toBe('notes:read team:read')
  })

  it('refuses a refresh request with a missing or other resource, and does not consume the token', async () => {
    const client = await registerClient(at())
    const tokens = await connect(at(), client)
    for (const resource of [undefined, 'https://other.example/mcp']) {
      expect(await errorOf(await refresh(at(), client, tokens.refresh_token, { resource }))).toEqual([
        400,
        'invalid_target',
      ])
    }
    await tokensOf(await refresh(at(), client, tokens.refresh_token))
  })
}

export function graceAttacks(at: At): void {
  /** Two generations; the first token is within the grace. */
  const rotated = async () => {
    const client = await registerClient(at(), 'client_secret_basic')
    const first = await connect(at(), client)
    const second = await tokensOf(await refresh(at(), client, first.refresh_token))
    return { client, first, second }
  }

  it('accepts the refresh token before the newest one from its client within the grace period', async () => {
    const { client, first, second } = await rotated()
    at().clock.advance(10 * SECOND)
    const third = await tokensOf(await refresh(at(), client, first.refresh_token))
    for (const tokens of [second, third]) expect(await isAccepted(at(), tokens.access_token)).toBe(true)
    at().clock.advance(1)
    expect(await errorOf(await refresh(at(), client, first.refresh_token))).toEqual(INVALID_GRANT)
    for (const tokens of [second, third]) expect(await isAccepted(at(), tokens.access_token)).toBe(false)
  })

  it('revokes the connection of a consumed refresh token presented by another client within the grace period', async () => {
    const { first, second } = await rotated()
    const thief = await registerClient(at())
    expect(await errorOf(await refresh(at(), thief, first.refresh_token))).toEqual(INVALID_GRANT)
    expect(await isAccepted(at(), second.access_token)).toBe(false)
  })

  it('revokes the connection of a consumed refresh token presented by another client at the revocation endpoint within the grace period', async () => {
    const { first, second } = await rotated()
    const thief = await registerClient(at())
    await postForm(at(), '/oauth/revoke', thief, { token: first.refresh_token })
    expect(await isAccepted(at(), second.access_token)).toBe(false)
  })

  it('changes nothing within the grace period if client authentication fails', async () => {
    const { client, first, second } = await rotated()
    const impostor = { ...client, secret: 'wrong' }
    expect(await errorOf(await refresh(at(), impostor, first.refresh_token))).toEqual([401, 'invalid_client'])
    expect(await isAccepted(at(), second.access_token)).toBe(true)
  })
}
