import { expect, it } from 'vitest'
import { connect, errorOf, isAccepted, postForm, refresh, registerClient, tokensOf } from './client.ts'
import { INVALID_GRANT, presenters } from './presenters.ts'
import type { TestService } from './service.ts'
import { SECOND } from './time.ts'

type At = () => TestService

export function refreshAttacks(at: At): void {
  it('replay: a rotated refresh token is refused, and the whole connection ends', async () => {
    const client = await registerClient(at())
    const first = await connect(at(), client)
    const second = await tokensOf(await refresh(at(), client, first.refresh_token))
    expect(await errorOf(await refresh(at(), client, first.refresh_token))).toEqual(INVALID_GRANT)
    expect(await isAccepted(at(), second.access_token)).toBe(false)
    expect(await errorOf(await refresh(at(), client, second.refresh_token))).toEqual(INVALID_GRANT)
  })

  it('theft by another client: a current refresh token is refused, and its owner goes on', async () => {
    const [owner, thief] = [await registerClient(at()), await registerClient(at(), 'client_secret_post')]
    const tokens = await connect(at(), owner)
    expect(await errorOf(await refresh(at(), thief, tokens.refresh_token))).toEqual(INVALID_GRANT)
    expect((await postForm(at(), '/oauth/revoke', thief, { token: tokens.refresh_token })).status).toBe(200)
    await tokensOf(await refresh(at(), owner, tokens.refresh_token))
  })

  it.each(presenters)('replay by %s: a consumed refresh token ends its connection', async (_, present) => {
    const client = await registerClient(at(), 'client_secret_basic')
    const first = await connect(at(), client)
    const second = await tokensOf(await refresh(at(), client, first.refresh_token))
    const form = { grant_type: 'refresh_token', refresh_token: first.refresh_token }
    expect((await present(at(), client, form)).status).toBeGreaterThanOrEqual(400)
    expect(await isAccepted(at(), second.access_token)).toBe(false)
    expect(await errorOf(await refresh(at(), client, second.refresh_token))).toEqual(INVALID_GRANT)
  })

  it.each(presenters)('replay by %s at the revocation endpoint ends the connection, too', async (_, present) => {
    const client = await registerClient(at(), 'client_secret_basic')
    const first = await connect(at(), client)
    const second = await tokensOf(await refresh(at(), client, first.refresh_token))
    await present(at(), client, { token: first.refresh_token }, '/oauth/revoke')
    expect(await isAccepted(at(), second.access_token)).toBe(false)
  })

  it('scope change: refused if empty, more or less than was granted; in any order the same is the same', async () => {
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

  it('audience change: refused, and the token stays good', async () => {
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

  it('the client of the token just before the newest may use it once more, for so long', async () => {
    const { client, first, second } = await rotated()
    at().clock.advance(10 * SECOND)
    const third = await tokensOf(await refresh(at(), client, first.refresh_token))
    for (const tokens of [second, third]) expect(await isAccepted(at(), tokens.access_token)).toBe(true)
    at().clock.advance(1)
    expect(await errorOf(await refresh(at(), client, first.refresh_token))).toEqual(INVALID_GRANT)
    for (const tokens of [second, third]) expect(await isAccepted(at(), tokens.access_token)).toBe(false)
  })

  it('another client has no grace: the token that it shows ends the connection', async () => {
    const { first, second } = await rotated()
    const thief = await registerClient(at())
    expect(await errorOf(await refresh(at(), thief, first.refresh_token))).toEqual(INVALID_GRANT)
    expect(await isAccepted(at(), second.access_token)).toBe(false)
  })

  it('another client has no grace at the revocation endpoint either', async () => {
    const { first, second } = await rotated()
    const thief = await registerClient(at())
    await postForm(at(), '/oauth/revoke', thief, { token: first.refresh_token })
    expect(await isAccepted(at(), second.access_token)).toBe(false)
  })

  it('within the grace, who cannot authenticate changes nothing', async () => {
    const { client, first, second } = await rotated()
    const impostor = { ...client, secret: 'wrong' }
    expect(await errorOf(await refresh(at(), impostor, first.refresh_token))).toEqual([401, 'invalid_client'])
    expect(await isAccepted(at(), second.access_token)).toBe(true)
  })
}
