import { existing, timestamp } from '@footfall/core-domain'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { assertMayInvite, enqueueInvitation } from './invitation-mail.ts'
import { assertMayHandle, memberParams } from './member.ts'
import { OpenInvitation, openInvitation } from './open-invitation.ts'

const OPERATION = 'dashboard_invitations_send'

export const sendInvitationAgain = defineWrite({
  name: OPERATION,
  method: 'POST',
  path: '/api/v1/products/{product}/invitations/{member}',
  title: 'Send an invitation again',
  activity: 'Invitation sent again',
  description:
    'Sends another email with a new link, which works for fourteen days. The link that was sent before stops working.',
  scope: 'team:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  params: memberParams,
  output: OpenInvitation,
  examples: [{ path: { member: 'invitation' } }],
  async plan(call, { member: id }) {
    const { store, product, account, clock } = call
    const { id: ofProduct } = existing(await store.members.find(product.id, id)).member
    const { email, role, invited_at } = existing(await store.members.findInvitation(ofProduct))
    assertMayHandle(call, role, 'invite')
    await assertMayInvite(call, OPERATION)
    return {
      summary: `Send the invitation of ${email} to “${product.name}” again.`,
      changes: [{ path: 'invited_at', from: invited_at, to: timestamp(clock.now()) }],
      revision: null,
      async commit({ store }) {
        const at = timestamp(clock.now())
        await store.members.renewInvitation(id, account, at)
        await enqueueInvitation(call, store, { id, email, role, at })
        return { result: openInvitation(existing(await store.members.findInvitation(id))), subject: id }
      },
    }
  },
})
