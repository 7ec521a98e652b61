import { describe, expect, it } from 'vitest'
import { parseSettings, SettingsError } from './settings.ts'

const CLIENT = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 's3cret' }

describe('the settings of the Google client', () => {
  it('are absent when nothing of it is set, and when it is set to nothing', () => {
    expect(parseSettings({}).google).toBeUndefined()
    expect(parseSettings({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' }).google).toBeUndefined()
  })

  it('reach Google itself unless told otherwise', () => {
    expect(parseSettings(CLIENT).google).toEqual({
      client: { id: 'id', secret: 's3cret' },
      apiUrl: 'https://www.googleapis.com',
      tokenUrl: 'https://oauth2.googleapis.com/token',
    })
    const elsewhere = { GOOGLE_API_URL: 'http://127.0.0.1:9/api/', GOOGLE_TOKEN_URL: 'http://localhost:9/token' }
    expect(parseSettings({ ...CLIENT, ...elsewhere }).google).toMatchObject({
      apiUrl: 'http://127.0.0.1:9/api',
      tokenUrl: 'http://localhost:9/token',
    })
  })

  it.each([
    ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'id' }],
    ['GOOGLE_CLIENT_ID', { GOOGLE_CLIENT_SECRET: 's3cret' }],
    ['GOOGLE_API_URL', { ...CLIENT, GOOGLE_API_URL: 'http://google.example' }],
    ['GOOGLE_TOKEN_URL', { ...CLIENT, GOOGLE_TOKEN_URL: 'ftp://google.example' }],
    ['GOOGLE_TOKEN_URL', { GOOGLE_TOKEN_URL: 'nonsense' }],
  ])('are refused by the name of %s, without what is secret', (variable, environment) => {
    const refusal = (() => {
      try {
        return parseSettings(environment)
      } catch (error) {
        return error
      }
    })()
    expect(refusal).toBeInstanceOf(SettingsError)
    expect(refusal).toMatchObject({ variable, message: expect.not.stringContaining('s3cret') })
  })
})

describe('the settings of sign-in and OAuth', () => {
  it('make the service its own authorization server unless told otherwise', () => {
    expect(parseSettings({ BASE_URL: 'https://stats.example' })).toMatchObject({
      authUrl: 'https://stats.example',
      allowedHosts: [],
      rateLimits: { oauth: 30 },
      sessionSecret: undefined,
      oauth: { devClientMetadataHosts: [], reuseGraceSeconds: 0 },
    })
    expect(parseSettings({ AUTH_URL: 'https://auth.example/' }).authUrl).toBe('https://auth.example')
  })

  it('exempt hosts from the rules of client metadata documents in development only', () => {
    const exempt = { DEV_CLIENT_METADATA_HOSTS: 'localhost:9000, 127.0.0.1:9001' }
    expect(parseSettings(exempt).oauth.devClientMetadataHosts).toEqual(['localhost:9000', '127.0.0.1:9001'])
    expect(() => parseSettings({ ...exempt, NODE_ENV: 'production' })).toThrow(/^DEV_CLIENT_METADATA_HOSTS /)
    expect(parseSettings({ NODE_ENV: 'production' }).oauth.devClientMetadataHosts).toEqual([])
  })

  it.each([
    ['AUTH_URL', 'https://auth.example/path'],
    ['RATE_LIMIT_OAUTH', '-1'],
    ['SESSION_SECRET', 'short'],
    ['DEV_CLIENT_METADATA_HOSTS', 'localhost'],
    ['DEV_CLIENT_METADATA_HOSTS', 'http://localhost:1'],
    ['REFRESH_REUSE_GRACE_SECONDS', '1.5'],
  ])('are refused by the name of %s when it is %s', (variable, value) => {
    expect(() => parseSettings({ [variable]: value })).toThrow(new RegExp(`^${variable} `))
  })
})
