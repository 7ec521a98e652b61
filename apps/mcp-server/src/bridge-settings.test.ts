import { mintSecret } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { bridgeSettings } from './bridge-settings.ts'

const TOKEN = mintSecret('account_token', { bytes: (count) => new Uint8Array(count) }).secret.reveal()
const environment = { SERVICE_URL: 'https://stats.example/anything', SERVICE_TOKEN: TOKEN }
const endpoint = (more: Record<string, string>) => bridgeSettings({ ...environment, ...more }).endpoint

describe('the settings of the bridge', () => {
  it('passes a ceiling on in the address of the endpoint', () => {
    expect(endpoint({})).toBe('https://stats.example/api/mcp')
    expect(endpoint({ SERVICE_TOOLSET: '', SERVICE_READONLY: '' })).toBe('https://stats.example/api/mcp')
    expect(endpoint({ SERVICE_READONLY: '0' })).toBe('https://stats.example/api/mcp')
    expect(endpoint({ SERVICE_TOOLSET: 'analytics,team' })).toBe('https://stats.example/api/mcp?toolset=analytics,team')
    for (const readonly of ['1', 'true'])
      expect(endpoint({ SERVICE_READONLY: readonly })).toBe('https://stats.example/api/mcp?readonly=1')
    expect(endpoint({ SERVICE_TOOLSET: 'settings', SERVICE_READONLY: '1' })).toBe(
      'https://stats.example/api/mcp?toolset=settings&readonly=1',
    )
  })

  it('passes on which toolsets only read, and the form of answers', () => {
    expect(endpoint({ SERVICE_READONLY: 'settings,team' })).toBe('https://stats.example/api/mcp?readonly=settings,team')
    for (const answers of ['text', 'both'])
      expect(endpoint({ SERVICE_ANSWERS: answers })).toBe(`https://stats.example/api/mcp?answers=${answers}`)
    for (const answers of ['json', 'Text', 'text,both', ' '])
      expect(() => endpoint({ SERVICE_ANSWERS: answers })).toThrow(/^SERVICE_ANSWERS must be text or both/)
  })

  it('rejects a mistyped ceiling by the name of its variable', () => {
    for (const toolset of ['Analytics', 'analytics, team', 'analytics,', 'analytics&x=1', '*', 'team,team'])
      expect(() => endpoint({ SERVICE_TOOLSET: toolset })).toThrow(/^SERVICE_TOOLSET must be one or more of analytics/)
    for (const readonly of ['yes', 'false', '2', ' 1', '1,team', 'team,'])
      expect(() => endpoint({ SERVICE_READONLY: readonly })).toThrow(
        /^SERVICE_READONLY must be 0, 1, or one or more of/,
      )
  })
})
