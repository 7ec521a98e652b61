import { MemberId, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite } from '../../definition/index.ts'
import { stillSentWarnings } from '../../messages/still-sent.ts'
import { keysEndingWith } from '../keys/issued-keys.ts'
import { knownLinkWarnings } from '../shares/known-links.ts'
import { assertMayHandle, assertOwnerRemains, found, memberParams } from './member.ts'

export const removeMember = defineWrite({
  name: 'service_team_remove',
  method: 'DELETE',
  path: '/api/v1/products/{product}/members/{member}',
  title: 'Remove a member',
  activity: 'Member removed',
  description:
    'Removes a member, or withdraws an invitation. Their tokens lose access to the product from the next request on, and the Website API keys that they issued are disabled; the preview names them. Removing an admin or owner requires the role owner; the last owner cannot be removed.',
  scope: 'team:write',
  product: 'path',
  role: 'admin',
  params: memberParams,
  output: z.object({ id: MemberId, removed: z.literal(true) }),
  destructive: true,
  examples: [{ path: { member: 'viewer' } }, { path: { member: 'editor' } }],
  async plan(call, { member: id }) {
    const record = await found(call, id)
    const { member } = record
    assertMayHandle(call, member.role, 'remove')
    await assertOwnerRemains(call, record)
    const keys = await keysEndingWith(call, record, undefined)
    return {
      summary: `Remove ${member.email} (${member.role}) from “${call.product.name}”.`,
      changes: [{ path: 'member', from: { email: member.email, role: member.role, status: member.status }, to: null }],
      revision: member.revision,
      warnings: async () => [
        ...(member.status === 'invited'
          ? ['The invitation that was sent stops working.']
          : [
              `${member.email} and every token of theirs lose access to “${call.product.name}” with the next call.`,
              ...keys.warnings,
            ]),
        ...(await knownLinkWarnings(call.store, call.product.id, member)),
        ...(await stillSentWarnings(call.store, call.product.id, member.email)),
      ],
      async commit({ store }) {
        await keys.disable(store, timestamp(call.clock.now()))
        await store.members.remove(call.product.id, member.id)
        return { result: { id: member.id, removed: true as const }, subject: member.id }
      },
    }
  },
})
