import { join } from 'node:path'
import { DAY_MS, type MemberId, timestamp } from '@footfall/core-domain'
import { openStore } from '@footfall/storage'
import { seededRandom, seedProduct } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { commandLine, NOW } from '../test-support/command-line.ts'

describe('footfall invitation link', () => {
  const { dataDir, footfall, json } = commandLine()

  /** Somebody is invited; answers as whom. */
  async function invite(): Promise<MemberId> {
    const random = seededRandom()
    const clock = { now: () => Date.parse(NOW) }
    const control = openStore({ sqlite: { path: join(dataDir(), 'footfall.sqlite') } }, { clock, random })
    try {
      await control.migrate()
      const { product } = await seedProduct({ store: control.store, clock, random })
      const id = 'mbr_invited' as MemberId
      const at = timestamp(clock.now())
      const member = { id, email: 'g@example.com', role: 'viewer' as const, account: undefined, at }
      await control.store.transaction((tx) => tx.store.members.insert(product, member))
      return id
    } finally {
      await control.store.close()
    }
  }

  it('prints the same link of an open invitation each time', async () => {
    const id = await invite()
    const printed = await json(`invitation link ${id}`)
    expect(printed).toEqual({
      member: id,
      email: 'g@example.com',
      link: expect.stringMatching(/^http:\/\/localhost:3000\/invitation#mbr_invited\.[\w-]{43}$/),
      expires_at: timestamp(Date.parse(NOW) + 14 * DAY_MS),
    })
    const { code, out } = await footfall(`invitation link ${id}`)
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(printed.link) })
  })

  it('prints no link of an expired or unknown invitation', async () => {
    const id = await invite()
    const late = await footfall(`invitation link ${id}`, { now: () => Date.parse(NOW) + 15 * DAY_MS })
    for (const ran of [late, await footfall('invitation link mbr_nobody'), await footfall('invitation link x')]) {
      expect(ran).toMatchObject({ code: 1, out: '' })
      expect(ran.err).toContain('is not open: it was')
    }
  })
})
