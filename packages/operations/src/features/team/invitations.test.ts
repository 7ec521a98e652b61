import { DAY_MS, timestamp } from '@footfall/core-domain'
import { SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { scenarioOn } from '../../test-support/index.ts'
import { INVITATIONS_PER_DAY } from './invitation-mail.ts'
import { inviteMember } from './invite.ts'
import { listInvitations } from './list-invitations.ts'
import { removeMember } from './remove.ts'
import { sendInvitationAgain } from './send-invitation.ts'

describeEachDialect('the open invitations of a product', (database) => {
  const begin = async () => {
    const on = await scenarioOn(database)
    const admin = await on.person('admin')
    const { data } = await on.call(admin, inviteMember, { body: { email: 'new@example.com', role: 'viewer' } })
    return { ...on, admin, member: data.result.id as string }
  }

  it('shows admins who sent an invitation and until when its link works', async () => {
    const { call, person, admin, member } = await begin()
    const at = database.clock.now()
    expect((await call(admin, listInvitations)).data.invitations).toEqual([
      {
        member,
        email: 'new@example.com',
        invited_by: { name: expect.any(String), email: expect.stringContaining('@') },
        invited_at: timestamp(at),
        expires_at: timestamp(at + 14 * DAY_MS),
      },
    ])
    expect((await call(await person('editor'), listInvitations)).code).toBe('role_forbidden')
  })

  it('sends an invitation again in the name of the sender, with a link that works for another fourteen days', async () => {
    const { call, person, member } = await begin()
    database.clock.advance(13 * DAY_MS)
    const now = database.clock.now()
    await database.store.outbox.take(timestamp(now), timestamp(now + DAY_MS), 100)
    const owner = await person('owner')
    const { data } = await call(owner, sendInvitationAgain, { path: { member } })
    expect(data.result).toMatchObject({ member, invited_at: timestamp(now), expires_at: timestamp(now + 14 * DAY_MS) })
    const [mail, ...more] = await database.store.outbox.take(timestamp(now), timestamp(now + 1), 100)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'new@example.com', invitation: member })
    expect(mail?.text).toContain(data.result.invited_by.email)
  })

  it('sends an address at most 20 invitations in 24 hours, even if it is removed and invited again', async () => {
    database.clock.advance(DAY_MS + 1)
    const { call, admin, member } = await begin()
    const path = { member }
    for (let i = 1; i < 20; i++) expect((await call(admin, sendInvitationAgain, { path })).data.state).toBe('executed')
    expect((await call(admin, sendInvitationAgain, { path })).code).toBe('rate_limited')
    expect((await call(admin, removeMember, { path })).data.state).toBe('executed')
    const body = { email: 'new@example.com', role: 'viewer' }
    expect((await call(admin, inviteMember, { body })).code).toBe('rate_limited')
    database.clock.advance(DAY_MS + 1)
    expect((await call(admin, inviteMember, { body })).data.state).toBe('executed')
  })

  it('lets an account send at most 500 invitations in 24 hours, to any addresses', async () => {
    const { call, admin, person, people, product } = await begin()
    const { id: account } = people.admin.account
    for (let i = 1; i < INVITATIONS_PER_DAY; i++)
      await database.store.audit.append({
        id: `aud_${product}_${i}`,
        at: timestamp(database.clock.now()),
        actor: { kind: 'session', credential: undefined, account, lineage: [] },
        operation: inviteMember.name,
        product,
        subject: undefined,
        summary: 'Invited a person.',
        changes: [],
        idempotency_key: undefined,
        channel: 'dashboard',
        address: undefined,
        request_id: undefined,
      })
    const body = { email: 'stranger@example.com', role: 'viewer' }
    expect((await call(admin, inviteMember, { body })).code).toBe('rate_limited')
    expect((await call(await person('owner'), inviteMember, { body })).data.state).toBe('executed')
    database.clock.advance(DAY_MS + 1)
    const next = { email: 'next@example.com', role: 'viewer' }
    expect((await call(admin, inviteMember, { body: next })).data.state).toBe('executed')
  })

  it('does not resend the invitation of a person who has joined or is not invited', async () => {
    const { call, admin, people } = await begin()
    for (const member of [people.viewer.member, 'mbr_00000000000000000000000000'])
      expect((await call(admin, sendInvitationAgain, { path: { member } })).code).toMatch(/not_found|invalid_request/)
  })

  it('does not let an admin resend the invitation of an owner', async () => {
    const { call, person, admin } = await begin()
    const body = { email: 'boss@example.com', role: 'owner' }
    const { data } = await call(await person('owner'), inviteMember, { body })
    const path = { member: data.result.id }
    expect((await call(admin, sendInvitationAgain, { path })).code).toBe('role_forbidden')
  })

  it('lists and sends invitations for people only', async () => {
    const { call, token, member } = await begin()
    const machine = await token({ role: 'owner', scopes: [...SCOPES] })
    expect((await call(machine, listInvitations)).code).toBe('credential_not_accepted')
    expect((await call(machine, sendInvitationAgain, { path: { member } })).code).toBe('credential_not_accepted')
  })
})
