import { mintSecret, timestamp } from '@footfall/core-domain'
import { SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect } from '@footfall/testkit'
import { beforeAll, expect, it } from 'vitest'
import { listTokens } from '../features/tokens/list.ts'
import { type CallingScenario, scenarioOn } from '../test-support/index.ts'

describeEachDialect('authentication', (database) => {
  let on: CallingScenario
  beforeAll(async () => {
    on = await scenarioOn(database)
  })
  const token = async (change: object) => (await on.token({ scopes: [...SCOPES], ...change })).secret
  const unknown = (kind: Parameters<typeof mintSecret>[0]) => mintSecret(kind, database.random).secret.reveal()

  it.each([
    ['an unknown account token', async () => unknown('account_token')],
    ['an unknown Website API key', async () => unknown('website_key')],
    ['an unknown OAuth access token', async () => unknown('oauth_access')],
    ['an OAuth refresh token', async () => unknown('oauth_refresh')],
    ['a malformed token', async () => 'jt_short'],
    ['no token at all', async () => ''],
    ['an expired token', () => token({ expires_at: timestamp(database.clock.now()) })],
    ['a disabled token', () => token({ status: 'disabled' })],
    ['a revoked token', () => token({ status: 'revoked' })],
    ['a revoked Website API key', async () => (await on.key({ status: 'revoked' })).secret],
  ])('rejects %s with the same error as any other invalid credential', async (_, secret) => {
    const rejected = await on.call(await secret(), listTokens)
    expect(rejected).toEqual({ ...(await on.call('garbage', listTokens)), code: 'invalid_token' })
  })
})
