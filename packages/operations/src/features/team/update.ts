import { Member, Role, RoleForbidden, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { assertRevision, defineWrite, revisionField, updated } from '../../definition/index.ts'
import { keysEndingWith } from '../keys/issued-keys.ts'
import { assertMayHandle, assertOwnerRemains, found, memberParams } from './member.ts'

export const updateMember = defineWrite({
  name: 'service_team_update',
  method: 'PATCH',
  path: '/api/v1/products/{product}/members/{member}',
  title: 'Change a member’s role',
  activity: 'Role changed',
  description:
    'Sets the role of a member. Granting or removing the roles admin and owner requires the role owner. The last owner stays owner, and no one can change their own role. With a role below admin, the Website API keys that the member issued are disabled; the preview names them.',
  scope: 'team:write',
  product: 'path',
  role: 'admin',
  errors: ['revision_conflict'],
  params: memberParams,
  body: z.strictObject({ role: Role.meta({ description: 'The new role on this product.' }), ...revisionField }),
  output: Member,
  destructive: true,
  examples: [
    { path: { member: 'viewer' }, body: { role: 'editor' } },
    { path: { member: 'viewer' }, body: { role: 'admin' } },
  ],
  async plan(call, { member: id, role, revision }) {
    const { product, clock } = call
    const record = await found(call, id)
    const { member } = record
    if (record.account === call.account) throw new RoleForbidden('You cannot change your own role.')
    assertMayHandle(call, member.role, 'change')
    assertMayHandle(call, role, 'make somebody')
    assertRevision(member, revision)
    if (role !== 'owner') await assertOwnerRemains(call, record)
    const keys = await keysEndingWith(call, record, role)
    return {
      summary:
        role === member.role
          ? `Nothing changes: ${member.email} is ${role} on “${product.name}” already.`
          : `Change the role of ${member.email} on “${product.name}” from ${member.role} to ${role}.`,
      ...updated({ role: member.role }, { role }),
      revision: member.revision,
      warnings: async () => keys.warnings,
      async commit({ store }) {
        const at = timestamp(clock.now())
        await keys.disable(store, at)
        const result = await store.members.setRole(product.id, member.id, role, at)
        return { result, subject: member.id }
      },
    }
  },
})
