import { AlreadyExists, Email, existing, Member, QuotaExceeded, Role, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { created, defineWrite } from '../../definition/index.ts'
import { assertMayInvite, enqueueInvitation } from './invitation-mail.ts'
import { assertMayHandle } from './member.ts'

const OPERATION = 'service_team_invite'

export const inviteMember = defineWrite({
  name: OPERATION,
  method: 'POST',
  path: '/api/v1/products/{product}/members',
  title: 'Invite a member',
  activity: 'Person invited',
  description:
    'Invites a person to a product by email, with a role. They have no access before they accept. Inviting an admin or owner requires the role owner.',
  scope: 'team:write',
  product: 'path',
  role: 'admin',
  errors: ['already_exists', 'quota_exceeded'],
  body: z.strictObject({
    email: Email.meta({ description: 'Where the invitation is sent.' }),
    role: Role.meta({ description: 'The role on this product.' }),
  }),
  output: Member,
  creates: true,
  examples: [
    { body: { email: 'New@Example.com', role: 'viewer' } },
    { body: { email: 'newer@example.com', role: 'admin' } },
  ],
  async plan(call, { email, role }) {
    const { store, product, quotas, ids, clock } = call
    assertMayHandle(call, role, 'invite')
    await assertMayInvite(call, OPERATION)
    if ((await store.members.findByEmail(product.id, email)) !== undefined) {
      throw new AlreadyExists(`${email} is a member of this product, or invited to it, already.`)
    }
    if ((await store.members.count(product.id)) >= quotas.members) throw new QuotaExceeded('members', quotas.members)
    return {
      summary: `Invite ${email} to “${product.name}” as ${role}.`,
      changes: created({ email, role }),
      revision: null,
      async commit({ store }) {
        const at = timestamp(clock.now())
        const id = ids.member()
        await store.members.insert(product.id, { id, email, role, account: undefined, invitedBy: call.account, at })
        await enqueueInvitation(call, store, { id, email, role, at })
        const { member } = existing(await store.members.find(product.id, id))
        return { result: member, subject: id }
      },
    }
  },
})
