import { expect } from 'vitest'
import type { OAuthStores } from '../ports.ts'
import { aConsent, approved, begin, connected } from '../testing/stores/records.ts'
import { T0 } from '../testing/time.ts'

/** Makes a change of each kind, and then repeats each, which changes nothing. */
export async function changeEverything(stores: OAuthStores): Promise<void> {
  const { code, connection } = await connected(stores)
  const denied = aConsent()
  await stores.consents.add(denied)
  for (const succeeds of [true, false]) {
    expect(await stores.consents.remove(denied.hash)).toBe(succeeds)
    expect(await stores.connections.revoke(connection.id, T0, 'revoked_by_host')).toBe(succeeds)
  }
  expect(await stores.consents.approve(denied.hash, code)).toBe(false)
  expect(await stores.codes.redeem(code.hash, begin(code), T0)).toBe(false)
  await stores.connections.begin(begin({ ...code, connectionId: `${connection.id}_without_code` }))
}

export const CHANGES_OF_EVERYTHING = [
  'consent_allowed',
  'connection_begun',
  'consent_denied',
  'connection_revoked',
  'connection_begun',
]

/** Checks that `failing`, whose `onChange` fails, changes nothing that `stores` can see. */
export async function expectUnchanged(stores: OAuthStores, failing: OAuthStores, message: string): Promise<void> {
  const [consent, code, { connection }] = [aConsent(), await approved(stores), await connected(stores)]
  await stores.consents.add(consent)
  const before = async () => [
    await stores.consents.find(consent.hash),
    await stores.codes.find(code.hash),
    await stores.connections.find(connection.id),
  ]
  const known = await before()
  const created = begin(code)
  for (const change of [
    () => failing.consents.approve(consent.hash, { ...code, hash: consent.hash }),
    () => failing.consents.remove(consent.hash),
    () => failing.codes.redeem(code.hash, created, T0),
    () => failing.connections.begin(created),
    () => failing.connections.revoke(connection.id, T0, 'code_replayed'),
  ])
    await expect(change()).rejects.toThrow(message)
  expect(await before()).toEqual(known)
  expect(await stores.codes.find(consent.hash)).toBeUndefined()
  expect(await stores.connections.find(created.connection.id)).toBeUndefined()
}
