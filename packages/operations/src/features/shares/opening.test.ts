import { hashSecret, timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedSharedLink } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { type CallingScenario, scenarioOn, servicesOn } from '../../test-support/index.ts'
import { endShare } from './end.ts'
import { openShare } from './open.ts'
import { authenticateLink, createLinkProofs, presentedLink } from './shared-links.ts'
import { updateShare } from './update.ts'

describeEachDialect('opening a shared link', (database) => {
  let on: CallingScenario
  beforeEach(async () => {
    on = await scenarioOn(database)
  })

  const services = () => ({
    ...servicesOn(database),
    linkProofs: createLinkProofs(new Uint8Array(32), database.clock),
  })
  const opening = (secret: string, proof?: string) => authenticateLink({ secret, proof }, services())
  const REJECTED = { code: 'invalid_token' }

  it('a shared link opens only with its secret, until it ends or expires', async () => {
    const expires_at = timestamp(database.clock.now() + 60_000)
    const link = await seedSharedLink(database, on.product, { expires_at })
    expect(await opening(link.secret)).toMatchObject({ kind: 'shared_link', link: link.id, product: on.product })
    await expect(opening(`${link.secret.slice(0, -1)}~`)).rejects.toMatchObject(REJECTED)
    await expect(opening(link.id)).rejects.toMatchObject(REJECTED)
    database.clock.advance(60_000)
    await expect(opening(link.secret)).rejects.toMatchObject(REJECTED)
    const other = await seedSharedLink(database, on.product)
    await on.call(await on.person('admin'), endShare, { path: { share: other.id } })
    await expect(opening(other.secret)).rejects.toMatchObject(REJECTED)
  })

  it('a shared link with a password opens with a proof of this link and this password, for twelve hours', async () => {
    const { linkProofs } = services()
    const [link, other] = [
      await seedSharedLink(database, on.product, { passwordHash: 'hash' }),
      await seedSharedLink(database, on.product, { passwordHash: 'hash' }),
    ]
    const record = async (secret: string) => {
      const found = await database.store.sharedLinks.findByHash(hashSecret(secret))
      if (found === undefined) throw new Error('no such link')
      return found
    }
    const proof = linkProofs.issue(await record(link.secret))
    await expect(opening(link.secret)).rejects.toMatchObject(REJECTED)
    expect(await opening(link.secret, proof)).toMatchObject({ link: link.id })
    await expect(opening(other.secret, proof)).rejects.toMatchObject(REJECTED)
    const [expiry = '', signature = ''] = proof.split('.')
    await expect(opening(link.secret, `${Number(expiry) + 1}.${signature}`)).rejects.toMatchObject(REJECTED)
    database.clock.advance(12 * 3_600_000)
    await expect(opening(link.secret, proof)).rejects.toMatchObject(REJECTED)
    const fresh = linkProofs.issue(await record(link.secret))
    expect(
      (
        await on.call(await on.person('admin'), updateShare, {
          path: { share: link.id },
          body: { password: 'another one' },
        })
      ).data.state,
    ).toBe('executed')
    await expect(opening(link.secret, fresh)).rejects.toMatchObject(REJECTED)
  })

  it('a shared link is presented in a header with a separate scheme', () => {
    expect(presentedLink('Footfall-Share abc')).toEqual({ secret: 'abc', proof: undefined })
    expect(presentedLink('footfall-share  abc.1.x')).toEqual({ secret: 'abc', proof: '1.x' })
    expect(presentedLink('Bearer abc')).toBeUndefined()
    expect(presentedLink(undefined)).toBeUndefined()
  })

  it('a shared link shows the product, its sections, and only the preferences that its page needs', async () => {
    const { data } = await on.call(on.link(['goals']), openShare)
    expect(data).toEqual({
      product: { id: on.product, name: 'Example', timezone: 'UTC' },
      sections: ['goals'],
      preferences: {
        timezone: 'UTC',
        week_starts_on: 'monday',
        default_range: '30d',
        currency: 'EUR',
        visitor_identity: 'daily',
      },
    })
    expect((await on.call(await on.person('admin'), openShare)).code).toBe('credential_not_accepted')
  })
})
