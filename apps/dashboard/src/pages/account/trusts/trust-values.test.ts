import { describe, expect, it } from 'vitest'
import type { AccountToken } from '../../../api/types.ts'
import {
  bodyOf,
  findMissing,
  newTrust,
  PLATFORMS,
  scopesOfToken,
  type TrustValues,
  withPlatform,
} from './trust-values.ts'

const TOKEN = { scopes: ['team:read', 'analytics:read'], products: { mode: 'all' } } as AccountToken
const NEW = newTrust(TOKEN, 'https://stats.example')
const FILLED: TrustValues = {
  ...NEW,
  subject: 'repo:acme/site:ref:refs/heads/main',
  scopes: ['analytics:read'],
  mode: 'all',
}
const pathsOf = (values: TrustValues) => findMissing(values).map(({ path }) => path)

describe('the form of a trust', () => {
  it('grants nothing before a person chooses', () => {
    expect(pathsOf(NEW)).toEqual(['subject', 'scopes', 'products'])
    expect(scopesOfToken(TOKEN)).toEqual(['analytics:read', 'team:read'])
  })

  it.each(PLATFORMS.filter((platform) => platform !== 'custom'))(
    'rejects the example of %s as a subject',
    (platform) => {
      expect(pathsOf(withPlatform(FILLED, platform))).toEqual(['subject'])
    },
  )

  it('the form of a trust rejects claims without a name or a value, and minutes that are not a number', () => {
    expect(pathsOf({ ...FILLED, claims: 'environment' })).toEqual(['claims'])
    expect(pathsOf({ ...FILLED, minutes: 'an hour' })).toEqual(['lifetime_seconds'])
  })

  it('sends claims, limits and the lifetime in the format of the API', () => {
    expect(bodyOf({ ...FILLED, claims: ' a=b=c \n\nd=e', readOnly: true, minutes: '15' })).toEqual({
      issuer: 'https://token.actions.githubusercontent.com',
      audience: 'https://stats.example',
      subject: 'repo:acme/site:ref:refs/heads/main',
      claims: { a: 'b=c', d: 'e' },
      scopes: ['analytics:read'],
      products: { mode: 'all' },
      limits: { read_only: true },
      lifetime_seconds: 900,
    })
  })
})
