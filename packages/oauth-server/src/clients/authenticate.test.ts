import { expect, it } from 'vitest'
import type { OAuthClient } from '../client.ts'
import { hashSecret } from '../secrets.ts'
import { isAuthentic } from './authenticate.ts'

const client = (authMethod: string, credential: string | undefined): OAuthClient => ({
  kind: 'registered',
  id: 'oc_1',
  name: 'A client',
  redirectUris: [],
  authMethod,
  grantTypes: [],
  credential,
  expiresAt: undefined,
})
const at = { issuer: 'https://auth.example', now: 0 }
const presented = (method: string, credential: string | undefined) => ({ method, clientId: 'oc_1', credential })

it('authenticates a client only by its registered method and with its secret', () => {
  const confidential = client('client_secret_post', hashSecret('secret'))
  expect(isAuthentic(confidential, presented('client_secret_post', 'secret'), at)).toBe(true)
  expect(isAuthentic(confidential, presented('client_secret_post', 'other'), at)).toBe(false)
  expect(isAuthentic(confidential, presented('client_secret_post', undefined), at)).toBe(false)
  expect(isAuthentic(confidential, presented('client_secret_basic', 'secret'), at)).toBe(false)
  expect(isAuthentic(confidential, presented('none', undefined), at)).toBe(false)
})

it('rejects a stored client whose authentication method is no longer supported', () => {
  expect(isAuthentic(client('private_key_jwt', 'keys'), presented('private_key_jwt', 'keys'), at)).toBe(false)
  expect(isAuthentic(client('constructor', 'x'), presented('constructor', 'x'), at)).toBe(false)
})
