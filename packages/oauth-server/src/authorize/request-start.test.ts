import { expect, it } from 'vitest'
import { parseParameters } from '../http/parameters.ts'
import { memoryStores } from '../memory-stores.ts'
import { hashSecret } from '../secrets.ts'
import { type OAuthServerOptions, settingsFrom } from '../settings.ts'
import { queryWithStart, requestStart } from './request-start.ts'

const OLD = new Uint8Array(32).fill(1)
const NEW = new Uint8Array(32).fill(2)
const STARTED = 1_000

const withKeys = (key: OAuthServerOptions['key']) =>
  settingsFrom({
    issuer: 'https://auth.example',
    resource: 'https://auth.example/mcp',
    scopes: { grantable: ['a'], initial: ['a'] },
    stores: memoryStores(),
    host: {
      currentAccount: async () => undefined,
      signInUrl: (returnTo) => returnTo,
      readGrant: async () => ({ ok: true, grant: null }),
    },
    now: () => STARTED + 1_000,
    ...(key && { key }),
  })

/** Whether a request that one process started is continued by another. */
function isContinued(issuing: OAuthServerOptions['key'], opening: OAuthServerOptions['key']): boolean {
  const request = { query: 'client_id=c&state=s', browserHash: hashSecret('browser') }
  const query = queryWithStart(withKeys(issuing), request, STARTED)
  const found = requestStart(withKeys(opening), { ...request, query }, parseParameters(query))
  if (found.ok) expect(found.startedAt).toBe(STARTED)
  return found.ok
}

it('continues requests that began under both keys while the key is replaced, and under the new one afterwards', () => {
  expect(isContinued(OLD, [NEW, OLD])).toBe(true)
  expect(isContinued([NEW, OLD], [NEW, OLD])).toBe(true)
  expect(isContinued([NEW, OLD], NEW)).toBe(true)
  // What is begun during the replacement is signed with the new key.
  expect(isContinued([NEW, OLD], OLD)).toBe(false)
  expect(isContinued(OLD, NEW)).toBe(false)
})
