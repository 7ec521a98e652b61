import { expect } from '../expect.ts'
import { T0 } from '../time.ts'
import { approved, begin, connected, fresh } from './records.ts'
import type { Rule } from './rule.ts'

export function codeRules(rule: Rule): void {
  rule('redeems a code once, and adds the connection with its tokens', async (open) => {
    const { stores } = await open()
    const { code, connection, accessToken, refreshToken } = await connected(stores)
    expect(await stores.codes.find(code.hash)).toEqual({ ...code, consumedAt: T0 })
    expect(await stores.connections.find(connection.id)).toEqual(connection)
    expect(await stores.connections.findByAccessToken(accessToken.hash)).toEqual({ token: accessToken, connection })
    expect(await stores.connections.findByRefreshToken(refreshToken.hash)).toEqual({ token: refreshToken, connection })

    const again = begin({ ...code, connectionId: fresh('con_') })
    expect(await stores.codes.redeem(code.hash, again, T0)).toBe(false)
    expect(await stores.connections.find(again.connection.id)).toBeUndefined()
    expect(await stores.connections.findByAccessToken(again.accessToken.hash)).toBeUndefined()
  })

  rule('adds a connection without a refresh token', async (open) => {
    const { stores } = await open()
    const code = await approved(stores)
    const { refreshToken, ...begun } = begin(code)
    expect(await stores.codes.redeem(code.hash, { ...begun, refreshToken: undefined }, T0)).toBe(true)
    expect(await stores.connections.findByRefreshToken(refreshToken.hash)).toBeUndefined()
  })

  rule('invalidates a code once, and never redeems it afterwards', async (open) => {
    const { stores } = await open()
    const code = await approved(stores)
    expect(await stores.codes.invalidate(code.hash, T0 + 1)).toBe(true)
    expect(await stores.codes.invalidate(code.hash, T0 + 2)).toBe(false)
    expect(await stores.codes.redeem(code.hash, begin(code), T0 + 2)).toBe(false)
    expect((await stores.codes.find(code.hash))?.consumedAt).toBe(T0 + 1)
    expect(await stores.connections.find(code.connectionId)).toBeUndefined()
  })

  rule('redeems or invalidates a code once if it is presented concurrently on two handles', async (open) => {
    const { stores, other = stores } = await open()
    const code = await approved(stores)
    const begun = Array.from({ length: 6 }, () => begin(code))
    const won = await Promise.all(
      begun.map((each, index) => (index % 2 ? stores : other).codes.redeem(code.hash, each, T0)),
    )
    expect(won.filter(Boolean)).toHaveLength(1)
    const kept = await Promise.all(
      begun.map(({ accessToken }) => stores.connections.findByAccessToken(accessToken.hash)),
    )
    expect(kept.map(Boolean)).toEqual(won)
  })
}
