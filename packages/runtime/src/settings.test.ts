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
