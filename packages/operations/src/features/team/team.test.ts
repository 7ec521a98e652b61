import { timestamp } from '@footfall/core-domain'
import { SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { scenarioOn } from '../../test-support/index.ts'
import { listProductKeys } from '../keys/list.ts'
import { getProduct } from '../products/get.ts'
import { inviteMember } from './invite.ts'
import { removeMember } from './remove.ts'
import { updateMember } from './update.ts'

describeEachDialect('the team of a product', (database) => {
  const begin = async () => {
    const on = await scenarioOn(database)
    return { ...on, admin: await on.token({ role: 'admin', scopes: [...SCOPES] }) }
  }

  it.each([
    ['invite an admin', inviteMember, undefined, { email: 'x@example.com', role: 'admin' }],
    ['invite an owner', inviteMember, undefined, { email: 'x@example.com', role: 'owner' }],
    ['make a viewer an admin', updateMember, 'viewer', { role: 'admin' }],
    ['change the role of an owner', updateMember, 'owner', { role: 'viewer' }],
    ['remove an owner', removeMember, 'owner', undefined],
  ] as const)('does not let an admin %s', async (_, operation, target, body) => {
    const { confirm, admin, people } = await begin()
    const path = target === undefined ? {} : { member: people[target].member }
    expect((await confirm(admin, operation, { path, body })).code).toBe('role_forbidden')
  })

  it('invites a person once, by email, who becomes a member by accepting', async () => {
    const { confirm, admin } = await begin()
    const { data } = await confirm(admin, inviteMember, { body: { email: ' New@Example.com ', role: 'viewer' } })
    const invited = { email: 'new@example.com', status: 'invited', name: null, joined_at: null }
    expect(data.result).toMatchObject(invited)
    const now = database.clock.now()
    const [mail, ...more] = await database.store.outbox.take(timestamp(now), timestamp(now + 1), 100)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'new@example.com', text: expect.stringContaining('as viewer') })
    const again = { email: 'new@example.com', role: 'editor' }
    expect((await confirm(admin, inviteMember, { body: again })).code).toBe('already_exists')
  })

  it('keeps the last owner, and lets no member change their own role', async () => {
    const { confirm, owner, people } = await begin()
    const path = { member: people.owner.member }
    expect((await confirm(owner, updateMember, { path, body: { role: 'admin' } })).code).toBe('role_forbidden')
    expect((await confirm(owner, removeMember, { path })).code).toBe('role_forbidden')
    const promoted = { path: { member: people.admin.member }, body: { role: 'owner' } }
    expect((await confirm(owner, updateMember, promoted)).data.state).toBe('executed')
    expect((await confirm(owner, removeMember, { path })).data.state).toBe('executed')
  })

  it('says in the preview of the role that a member already has that nothing changes', async () => {
    const { preview, owner, people } = await begin()
    const { data } = await preview(owner, updateMember, {
      path: { member: people.viewer.member },
      body: { role: 'viewer' },
    })
    expect(data).toMatchObject({
      summary: expect.stringMatching(/^Nothing changes: \S+ is viewer on “.+” already\.$/),
      changes: [],
    })
  })

  it('applies a changed role, and a removal, to the next call of the member', async () => {
    const { call, confirm, owner, admin, people } = await begin()
    const path = { member: people.admin.member }
    expect((await call(admin, getProduct)).data.role).toBe('admin')
    await confirm(owner, updateMember, { path, body: { role: 'viewer' } })
    expect((await call(admin, getProduct)).data.role).toBe('viewer')
    expect((await call(admin, listProductKeys)).code).toBe('role_forbidden')
    await confirm(owner, removeMember, { path })
    expect((await call(admin, getProduct)).code).toBe('not_found')
  })

  it('keeps one owner when two owners remove each other at the same time', async () => {
    const { confirm, owner, admin, people, product } = await begin()
    await confirm(owner, updateMember, { path: { member: people.admin.member }, body: { role: 'owner' } })
    await Promise.all([
      confirm(owner, removeMember, { path: { member: people.admin.member } }),
      confirm(admin, removeMember, { path: { member: people.owner.member } }),
    ])
    expect(await database.store.members.countOwners(product)).toBe(1)
  })

  it('removes an owner whose account is disabled, and keeps the one who can act', async () => {
    const { call, person, people, product } = await begin()
    const at = timestamp(database.clock.now())
    await database.store.members.setRole(product, people.admin.member, 'owner', at)
    await database.store.accounts.setStatus(people.admin.account.id, 'disabled', at)
    const owner = await person('owner')
    const remove = (member: string) => call(owner, removeMember, { path: { member } })
    expect((await remove(people.owner.member)).code).toBe('role_forbidden')
    expect((await remove(people.admin.member)).data.state).toBe('executed')
    expect((await remove(people.owner.member)).code).toBe('role_forbidden')
  })
})
