import { expect } from '../expect.ts'
import { DAY, SECOND, T0 } from '../time.ts'
import { aClient, aConsent, approved, connected, ROOMY, rotationOf } from './records.ts'
import type { Rule } from './rule.ts'

export function purgeRules(rule: Rule): void {
  rule(
    'purges expired records at their expiry, and keeps consumed codes and refresh tokens of unexpired connections',
    async (open) => {
      const { stores } = await open()
      const due = T0 + 120 * SECOND
      const client = aClient({ expiresAt: due })
      const kept = aClient({ expiresAt: due + 1 })
      for (const each of [client, kept]) await stores.clients.register(each, ROOMY)
      const [over, open_] = [aConsent({ expiresAt: due }), aConsent({ expiresAt: due + 1 })]
      for (const consent of [over, open_]) await stores.consents.add(consent)
      const unused = await approved(stores)
      const invalidated = await approved(stores)
      await stores.codes.invalidate(invalidated.hash, T0)
      const live = await connected(stores)
      const revoked = await connected(stores)
      await stores.connections.revoke(revoked.connection.id, T0, 'revoked_by_host')
      const rotation = rotationOf(live.refreshToken, { now: T0 })
      await stores.connections.rotate(rotation)
      const ended = await connected(stores, { expiresAt: due })

      expect(await stores.purgeExpired(due - 1)).toBeAtLeast(0)
      expect(await stores.codes.find(unused.hash)).toBeDefined()
      expect(await stores.purgeExpired(due)).toBeAtLeast(7)

      expect(await stores.clients.find(client.id)).toBeUndefined()
      expect(await stores.clients.find(kept.id)).toEqual(kept)
      expect(await stores.consents.find(over.hash)).toBeUndefined()
      expect(await stores.consents.find(open_.hash)).toEqual(open_)
      for (const gone of [unused, invalidated, ended.code]) expect(await stores.codes.find(gone.hash)).toBeUndefined()
      for (const { code } of [live, revoked]) expect(await stores.codes.find(code.hash)).toBeDefined()
      expect(await stores.connections.find(ended.connection.id)).toBeUndefined()
      expect(await stores.connections.findByAccessToken(ended.accessToken.hash)).toBeUndefined()
      expect(await stores.connections.findByRefreshToken(ended.refreshToken.hash)).toBeUndefined()
      expect((await stores.connections.findByRefreshToken(live.refreshToken.hash))?.token.consumedAt).toBe(T0)
      expect(await stores.connections.findByAccessToken(live.accessToken.hash)).toBeDefined()

      await stores.purgeExpired(T0 + 31 * DAY)
      expect(await stores.connections.findByAccessToken(live.accessToken.hash)).toBeUndefined()
      expect(await stores.connections.findByRefreshToken(live.refreshToken.hash)).toBeDefined()
      expect(await stores.connections.find(revoked.connection.id)).toBeDefined()
      await stores.purgeExpired(T0 + 90 * DAY)
      expect(await stores.codes.find(live.code.hash)).toBeUndefined()
      expect(await stores.connections.findByRefreshToken(live.refreshToken.hash)).toBeUndefined()
    },
  )
}
