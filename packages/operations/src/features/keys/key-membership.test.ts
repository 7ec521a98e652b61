import { type Principal, SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, type SeededProductKey, seedProductKey } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { authenticate } from '../../calls/authenticate.ts'
import { type By, type CallingScenario, scenarioOn, servicesOn } from '../../test-support/index.ts'
import { removeMember } from '../team/remove.ts'
import { updateMember } from '../team/update.ts'
import { createProductKey } from './create.ts'
import { createIntakeKey } from './create-intake.ts'
import { listProductKeys } from './list.ts'

const READER = { name: 'Board', scopes: ['analytics:read'] }
const PAYMENT = { name: 'Checkout', kind: 'payment' }

describeEachDialect('Website API keys and the membership of their issuer', (database) => {
  let on: CallingScenario
  let owner: Principal
  let admin: Principal
  beforeEach(async () => {
    on = await scenarioOn(database)
    owner = await on.person('owner')
    admin = await on.person('admin')
  })

  const issue = async (by: By, body: object = READER): Promise<{ id: string; secret: string; issued_by: string }> => {
    const operation = 'kind' in body ? createIntakeKey : createProductKey
    const call = typeof by === 'object' && 'kind' in by ? on.call : on.confirm
    const { result, secret } = (await call(by, operation, { body })).data
    return { ...result, secret }
  }
  const isAccepted = (secret: string) =>
    authenticate(secret, servicesOn(database)).then(
      () => true,
      (error) => {
        expect(error).toMatchObject({ code: 'invalid_token' })
        return false
      },
    )
  const pathOf = (role: 'owner' | 'admin' | 'editor') => ({ path: { member: on.people[role].member } })
  const change = (role: 'admin' | 'editor', next: string) =>
    on.call(owner, updateMember, { ...pathOf(role), body: { role: next } })

  it('names the member who issued an active key, without a reason', async () => {
    const key = await issue(admin)
    expect(key.issued_by).toBe(on.people.admin.member)
    const [first] = (await on.call(owner, listProductKeys)).data
    expect(first).toMatchObject({ id: key.id, issued_by: on.people.admin.member, status: 'active' })
    expect(first).not.toHaveProperty('disabled_reason')
  })

  it.each([
    ['is removed', () => on.call(owner, removeMember, pathOf('admin'))],
    ['is made an editor', () => change('admin', 'editor')],
    ['is made a viewer', () => change('admin', 'viewer')],
  ])('disables every key that a member issued when the member %s, and no other key', async (_, end) => {
    const token = await on.token({ role: 'admin', scopes: [...SCOPES] })
    const child = await on.token({ role: 'admin', scopes: [...SCOPES], parent: token.token })
    const ending = [await issue(admin), await issue(token), await issue(child), await issue(admin, PAYMENT)]
    const kept = await issue(owner)
    const elsewhere = await scenarioOn(database)
    const foreign = await seedProductKey(database, elsewhere.product, { account: on.people.admin.account.id })
    for (const { secret } of [...ending, kept, foreign]) expect(await isAccepted(secret)).toBe(true)
    expect((await end()).data.state).toBe('executed')
    for (const { secret } of ending) expect(await isAccepted(secret)).toBe(false)
    for (const { secret } of [kept, foreign]) expect(await isAccepted(secret)).toBe(true)
    const listed: SeededProductKey['key'][] = (await on.call(owner, listProductKeys)).data
    const disabled = listed.filter(({ status }) => status === 'disabled')
    expect(disabled.map(({ id }) => id as string).sort()).toEqual(ending.map(({ id }) => id).sort())
    for (const { disabled_reason } of disabled) expect(disabled_reason).toBe('member_removed')
  })

  it('disables the keys of an owner who is removed, and keeps those of an issuer who becomes owner', async () => {
    const [adminKey, ownerKey] = [await issue(admin), await issue(owner)]
    expect((await change('admin', 'owner')).data.state).toBe('executed')
    expect((await on.call(owner, removeMember, pathOf('owner'))).data.state).toBe('executed')
    expect(await isAccepted(ownerKey.secret)).toBe(false)
    expect(await isAccepted(adminKey.secret)).toBe(true)
  })

  it('keeps a key disabled when its issuer becomes an admin again', async () => {
    const key = await issue(admin)
    await change('admin', 'viewer')
    await change('admin', 'admin')
    expect(await isAccepted(key.secret)).toBe(false)
  })

  it.each([
    ['removal', 1, () => on.preview(owner, removeMember, pathOf('admin'))],
    ['demotion', 0, () => on.preview(owner, updateMember, { ...pathOf('admin'), body: { role: 'editor' } })],
  ])('names each key that ends, with its prefix, in the preview of a %s', async (_, others, preview) => {
    const warnings = async () => (await preview()).data.warnings
    expect(await warnings()).toHaveLength(others)
    const board = await issue(admin)
    const named = `“Board” (${board.secret.slice(0, 8)}…)`
    expect(await warnings()).toContain(`1 Website API key that they issued stops working: ${named}.`)
    database.clock.advance(1)
    const checkout = await issue(admin, PAYMENT)
    const both = `${named}, “Checkout” (${checkout.secret.slice(0, 8)}…)`
    expect(await warnings()).toContain(`2 Website API keys that they issued stop working: ${both}.`)
    expect(await isAccepted(board.secret)).toBe(true)
  })

  it('names at most ten keys in a preview, and counts the others', async () => {
    for (let i = 0; i < 13; i++) await on.key({ account: on.people.admin.account.id })
    const { data } = await on.preview(owner, removeMember, pathOf('admin'))
    const warning: string = data.warnings.at(-1)
    expect(warning).toMatch(/^13 Website API keys that they issued stop working: .* and 3 more\.$/)
    expect(warning.match(/Seeded key/g)).toHaveLength(10)
  })

  it('does not warn of keys if the new role may issue them or the member issued none', async () => {
    await issue(admin)
    const warnings = async (role: 'admin' | 'editor', next: string) =>
      (await on.preview(owner, updateMember, { ...pathOf(role), body: { role: next } })).data.warnings
    expect(await warnings('admin', 'owner')).toEqual([])
    expect(await warnings('editor', 'viewer')).toEqual([])
  })
})
