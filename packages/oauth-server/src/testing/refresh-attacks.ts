import type { With } from './attacked-service.ts'
import { connect, errorOf, isAccepted, postForm, refresh, registerClient, tokensOf } from './client.ts'
import { expect } from './expect.ts'
import { INVALID_GRANT, presenters } from './presenters.ts'
import type { Rules } from './rules.ts'
import { SECOND } from './time.ts'

export function refreshAttacks({ rule }: Rules): void {
  rule('rejects a rotated refresh token and revokes its connection (replay)', async (service) => {
    const client = await registerClient(service)
    const first = await connect(service, client)
    const second = await tokensOf(await refresh(service, client, first.refresh_token))
    expect(await errorOf(await refresh(service, client, first.refresh_token))).toEqual(INVALID_GRANT)
    expect(await isAccepted(service, second.access_token)).toBe(false)
    expect(await errorOf(await refresh(service, client, second.refresh_token))).toEqual(INVALID_GRANT)
  })

  rule('rejects a current refresh token presented by another client, and does not consume it', async (service) => {
    const [owner, thief] = [await registerClient(service), await registerClient(service, 'client_secret_post')]
    const tokens = await connect(service, owner)
    expect(await errorOf(await refresh(service, thief, tokens.refresh_token))).toEqual(INVALID_GRANT)
    expect((await postForm(service, '/oauth/revoke', thief, { token: tokens.refresh_token })).status).toBe(200)
    await tokensOf(await refresh(service, owner, tokens.refresh_token))
  })

  for (const [who, present] of presenters) {
    rule(`revokes the connection of a consumed refresh token presented by ${who}`, async (service) => {
      const client = await registerClient(service, 'client_secret_basic')
      const first = await connect(service, client)
      const second = await tokensOf(await refresh(service, client, first.refresh_token))
      const form = { grant_type: 'refresh_token', refresh_token: first.refresh_token }
      expect((await present(service, client, form)).status).toBeAtLeast(400)
      expect(await isAccepted(service, second.access_token)).toBe(false)
      expect(await errorOf(await refresh(service, client, second.refresh_token))).toEqual(INVALID_GRANT)
    })

    rule(
      `revokes the connection of a consumed refresh token presented at the revocation endpoint by ${who}`,
      async (service) => {
        const client = await registerClient(service, 'client_secret_basic')
        const first = await connect(service, client)
        const second = await tokensOf(await refresh(service, client, first.refresh_token))
        await present(service, client, { token: first.refresh_token }, '/oauth/revoke')
        expect(await isAccepted(service, second.access_token)).toBe(false)
      },
    )
  }

  rule(
    'rejects a refresh request with other scopes than the granted ones, and accepts these in any order',
    async (service) => {
      const client = await registerClient(service)
      const tokens = await connect(service, client)
      const { requested, other } = service.scopes
      const granted = requested.join(' ')
      const changed = [
        '',
        ...(requested.length > 1 ? [requested.slice(1).join(' '), requested.join('  ')] : []),
        ...(other === undefined ? [] : [other, `${granted} ${other}`]),
        `${granted} unknown`,
      ]
      for (const scope of changed) {
        expect(await errorOf(await refresh(service, client, tokens.refresh_token, { scope }))).toEqual([
          400,
          'invalid_scope',
        ])
      }
      const reversed = requested.toReversed().join(' ')
      const next = await tokensOf(await refresh(service, client, tokens.refresh_token, { scope: reversed }))
      expect(next.scope).toBe(granted)
    },
  )

  rule(
    'rejects a refresh request with a missing or other resource, and does not consume the token',
    async (service) => {
      const client = await registerClient(service)
      const tokens = await connect(service, client)
      for (const resource of [undefined, 'https://other.example/mcp']) {
        expect(await errorOf(await refresh(service, client, tokens.refresh_token, { resource }))).toEqual([
          400,
          'invalid_target',
        ])
      }
      await tokensOf(await refresh(service, client, tokens.refresh_token))
    },
  )
}

export function graceAttacks({ ruleWith }: Rules): void {
  /** Two generations on the lenient server; the first token is within the grace. */
  const rotated = async (given: With<'lenient'>) => {
    const service = { ...given, ...given.lenient }
    const client = await registerClient(service, 'client_secret_basic')
    const first = await connect(service, client)
    const second = await tokensOf(await refresh(service, client, first.refresh_token))
    return { service, client, first, second }
  }

  ruleWith(
    ['lenient', 'clock'],
    'accepts the refresh token before the newest one from its client within the grace period',
    async (given) => {
      const { service, client, first, second } = await rotated(given)
      given.clock.advance(given.lenient.reuseGraceSeconds * SECOND)
      const third = await tokensOf(await refresh(service, client, first.refresh_token))
      for (const tokens of [second, third]) expect(await isAccepted(service, tokens.access_token)).toBe(true)
      given.clock.advance(1)
      expect(await errorOf(await refresh(service, client, first.refresh_token))).toEqual(INVALID_GRANT)
      for (const tokens of [second, third]) expect(await isAccepted(service, tokens.access_token)).toBe(false)
    },
  )

  ruleWith(
    ['lenient'],
    'revokes the connection of a consumed refresh token presented by another client within the grace period',
    async (given) => {
      const { service, first, second } = await rotated(given)
      const thief = await registerClient(service)
      expect(await errorOf(await refresh(service, thief, first.refresh_token))).toEqual(INVALID_GRANT)
      expect(await isAccepted(service, second.access_token)).toBe(false)
    },
  )

  ruleWith(
    ['lenient'],
    'revokes the connection of a consumed refresh token presented by another client at the revocation endpoint within the grace period',
    async (given) => {
      const { service, first, second } = await rotated(given)
      const thief = await registerClient(service)
      await postForm(service, '/oauth/revoke', thief, { token: first.refresh_token })
      expect(await isAccepted(service, second.access_token)).toBe(false)
    },
  )

  ruleWith(['lenient'], 'changes nothing within the grace period if client authentication fails', async (given) => {
    const { service, client, first, second } = await rotated(given)
    const impostor = { ...client, secret: 'wrong' }
    expect(await errorOf(await refresh(service, impostor, first.refresh_token))).toEqual([401, 'invalid_client'])
    expect(await isAccepted(service, second.access_token)).toBe(true)
  })
}
