import { type Filter, type Filters, hashSecret } from '@footfall/core-domain'
import { describeEachDialect, seedSharedLink } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { type CallingScenario, scenarioOn, servicesOn } from '../../test-support/index.ts'
import { removeMember } from '../team/remove.ts'
import { addressOfShare } from './address.ts'
import { createShare } from './create.ts'
import { endShare } from './end.ts'
import { linkSealer, openLink, sealLink } from './kept-link.ts'
import { listShares } from './list.ts'
import { secretSegment } from './test-support.ts'
import { updateShare } from './update.ts'

describeEachDialect('shared links', (database) => {
  let on: CallingScenario
  let admin: Awaited<ReturnType<CallingScenario['person']>>
  beforeEach(async () => {
    on = await scenarioOn(database)
    admin = await on.person('admin')
  })
  const fields = { name: 'For Ada', sections: ['goals', 'overview'] }
  const create = (body: object) => on.call(admin, createShare, { body: { ...fields, ...body } })
  const update = (share: string, body: object) => on.call(admin, updateShare, { path: { share }, body })
  const segment = (filters: Filters) => secretSegment(database, on.product, filters)

  it('a shared link is created with a secret of which the store has the hash, and the encrypted text', async () => {
    const { data } = await create({ password: 'correct horse', embed_origins: ['https://Example.com/'] })
    expect(data).toMatchObject({
      state: 'executed',
      result: {
        name: 'For Ada',
        sections: ['overview', 'goals'],
        password: true,
        segment: null,
        embed_origins: ['https://example.com'],
        status: 'active',
        expires_at: null,
      },
    })
    const secret = data.secret
    expect(secret).toMatch(/^[0-9A-Za-z]{43}$/)
    const stored = await database.store.sharedLinks.findByHash(hashSecret(secret))
    expect(stored?.link).toEqual(data.result)
    expect(stored?.passwordHash).not.toContain('correct horse')
    const listed = await on.call(admin, listShares)
    expect(listed.data).toEqual([data.result])
  })

  it('returns the address of a shared link to admins again, and of none that has ended', async () => {
    const { result, secret } = (await create({ password: 'correct horse' })).data
    const address = async (person = admin) => on.call(person, addressOfShare, { path: { share: result.id } })
    expect((await address()).data).toEqual({ address: `https://stats.example/share/${secret}` })
    expect((await address(await on.person('editor'))).code).toBe('role_forbidden')
    const stored = await database.store.sharedLinks.sealedSecret(on.product, result.id)
    expect(stored).toMatch(/^s1\./)
    expect(stored).not.toContain(secret)
    await on.call(admin, endShare, { path: { share: result.id } })
    expect((await address()).data).toEqual({ address: null })
    expect(await database.store.sharedLinks.sealedSecret(on.product, result.id)).toBeUndefined()
  })

  it('returns no address of a shared link that is kept under another link or key, or was created before', async () => {
    const { result, secret } = (await create({})).data
    const other = linkSealer({ key: new Uint8Array(32).fill(1), random: database.random })
    const own = servicesOn(database).linkSealer
    for (const sealed of [
      undefined,
      'discarded',
      sealLink(other, result.id, secret),
      await database.store.sharedLinks.sealedSecret(on.product, result.id),
    ]) {
      const { id: share } = await seedSharedLink(database, on.product, sealed === undefined ? {} : { sealed })
      expect((await on.call(admin, addressOfShare, { path: { share } })).data).toEqual({ address: null })
    }
    expect(openLink(own, result.id, sealLink(own, result.id, secret))).toBe(secret)
  })

  it('hashes the password of a shared link once, before the transaction in which other changes would wait', async () => {
    const services = servicesOn(database)
    const steps: string[] = []
    const watched = await scenarioOn(database, {
      services: {
        ...services,
        hashLinkPassword(password) {
          steps.push('hash')
          return services.hashLinkPassword(password)
        },
        transaction(work) {
          steps.push('transaction')
          return services.transaction(work)
        },
      },
    })
    const person = await watched.person('admin')
    const { result } = (await watched.call(person, createShare, { body: { ...fields, password: 'correct horse' } }))
      .data
    await watched.call(person, updateShare, { path: { share: result.id }, body: { password: 'battery staple' } })
    await watched.call(person, updateShare, { path: { share: result.id }, body: { name: 'For Bob' } })
    expect(steps).toEqual(['hash', 'transaction', 'hash', 'transaction', 'transaction'])
  })

  it('a shared link appears in previews and in the audit log without its password', async () => {
    const body = { ...fields, password: 'correct horse' }
    const { data } = await on.preview(admin, createShare, { body })
    expect(data.changes).toContainEqual({ path: 'password', from: null, to: true })
    const { result } = (await on.call(admin, createShare, { body })).data
    database.clock.advance(1)
    await update(result.id, { password: 'battery staple' })
    const entries = await database.store.audit.list({ product: on.product, limit: 10 })
    expect(entries.map(({ operation }) => operation)).toEqual(['dashboard_shares_update', 'dashboard_shares_create'])
    expect(JSON.stringify([data, entries])).not.toMatch(/correct horse|battery staple/)
    expect(entries[0]?.changes).toContainEqual({ path: 'password', from: true, to: 'changed' })
  })

  it.each([
    ['without milliseconds', '2099-01-31T00:00:00Z', '2099-01-31T00:00:00.000Z'],
    ['with an offset', '2099-01-31T01:00:00+01:00', '2099-01-31T00:00:00.000Z'],
  ])('accepts an expiry of a link %s, as any RFC 3339 instant', async (_, expires_at, stored) => {
    const { result } = (await create({ expires_at, password: null })).data
    expect(result).toMatchObject({ expires_at: stored, password: false })
    expect((await update(result.id, { expires_at })).data.result).toMatchObject({ expires_at: stored })
  })

  it.each([
    ['a path', 'https://example.com/path'],
    ['a wildcard', 'https://*.example.com'],
    ['another scheme', 'http://example.com'],
    ['a separator of policies', "https://example.com;script-src 'unsafe-inline'"],
    ['two origins', 'https://a.example https://b.example'],
    ['a keyword', "'self'"],
    ['user and password', 'https://user:secret@example.com'],
  ])('rejects %s among the origins that may frame a link', async (_, origin) => {
    expect(await create({ embed_origins: [origin] })).toMatchObject({
      code: 'invalid_request',
      fields: ['embed_origins.0'],
    })
  })

  it.each([
    ['no section', { sections: [] }, 'sections'],
    ['an unknown section', { sections: ['settings'] }, 'sections.0'],
    ['a short password', { password: 'seven77' }, 'password'],
    ['an expiry in the past', { expires_at: '2020-01-01T00:00:00.000Z' }, 'expires_at'],
    ['an unknown segment', { segment: 'seg_nobody' }, 'segment'],
    ['an unknown field', { surprise: 1 }, 'surprise'],
  ])('rejects a shared link with %s', async (_, body, field) => {
    expect(await create(body)).toMatchObject({ code: 'invalid_request', fields: [field] })
  })

  it('rejects a segment that a section or a rate of the link could not apply', async () => {
    const german = await segment([{ dimension: 'country', operator: 'is', values: ['DE'] }])
    expect((await create({ segment: german })).data.state).toBe('executed')
    for (const section of ['realtime', 'search', 'crawlers'])
      expect(await create({ segment: german, sections: ['overview', section] })).toMatchObject({
        code: 'invalid_request',
        fields: ['sections'],
      })
    const signups: Filter = { any: [{ dimension: 'event', operator: 'is', values: ['Signup'] }] }
    expect(await create({ segment: await segment([signups]) })).toMatchObject({
      code: 'invalid_request',
      fields: ['segment'],
    })
    const visits: Filter = { dimension: 'event', operator: 'is', values: ['Signup'], scope: 'visit' }
    expect((await create({ segment: await segment([visits]) })).data.state).toBe('executed')
  })

  it('limits the shared links of a product to the quota, without those that have ended', async () => {
    on = await scenarioOn(database, {
      services: { ...servicesOn(database), quotas: { ...servicesOn(database).quotas, sharedLinks: 1 } },
    })
    admin = await on.person('admin')
    const { result } = (await create({})).data
    expect((await create({})).code).toBe('quota_exceeded')
    await on.call(admin, endShare, { path: { share: result.id } })
    expect((await create({})).data.state).toBe('executed')
  })

  it('a shared link cannot be changed after it has ended, and stays listed as ended', async () => {
    const { result } = (await create({ password: 'correct horse' })).data
    const ended = await on.call(admin, endShare, { path: { share: result.id } })
    expect(ended.data.result).toMatchObject({ status: 'ended', password: false })
    expect(await update(result.id, { name: 'Again' })).toMatchObject({ code: 'invalid_request', fields: ['share'] })
    expect((await on.call(admin, listShares)).data).toMatchObject([{ id: result.id, status: 'ended' }])
  })

  it('requires a recent sign-in to create or change a shared link, but not to end one', async () => {
    const { id: share } = await seedSharedLink(database, on.product)
    database.clock.advance(11 * 60_000)
    expect((await create({})).code).toBe('reauthentication_required')
    expect((await update(share, { password: null })).code).toBe('reauthentication_required')
    expect((await on.call(admin, endShare, { path: { share } })).data.state).toBe('executed')
  })

  it('the preview of removing an admin names the shared links that keep working, and that of removing an editor names none', async () => {
    await create({ name: 'Board' })
    database.clock.advance(1_000)
    await create({ name: 'Press' })
    const ended = await create({ name: 'Last year' })
    await on.call(admin, endShare, { path: { share: ended.data.result.id } })
    const owner = await on.person('owner')
    const warningsOf = async (member: string) =>
      (await on.preview(owner, removeMember, { path: { member } })).data.warnings
    const warning = `Shared links that ${on.people.admin.account.email} may know keep working: “Board”, “Press”. End those that should not.`
    expect(await warningsOf(on.people.admin.member)).toContain(warning)
    expect(await warningsOf(on.people.editor.member)).not.toContainEqual(expect.stringContaining('Shared links'))
  })

  it('returns not_found for a shared link of another product', async () => {
    const other = await scenarioOn(database)
    const { id: share } = await seedSharedLink(database, other.product)
    expect((await update(share, { name: 'Mine' })).code).toBe('not_found')
    expect((await on.call(admin, endShare, { path: { share } })).code).toBe('not_found')
  })
})
