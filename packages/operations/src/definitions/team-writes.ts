import {
  AlreadyExists,
  Email,
  Member,
  MemberId,
  type MemberRecord,
  NotFound,
  QuotaExceeded,
  Role,
  RoleForbidden,
  timestamp,
} from '@footfall/core-domain'
import { roleAtLeast } from '@footfall/scopes-policy'
import { z } from 'zod'
import type { ProductWriteCall } from '../definition/call.ts'
import { defineProductWrite } from '../definition/operation.ts'
import { created } from '../definition/plan.ts'
import { invitationMail } from '../invitation-mail.ts'
import { keysEndingWith } from '../issued-keys.ts'
import { assertRevision, revisionField } from '../revision.ts'

const memberParams = { member: MemberId }

export const inviteMember = defineProductWrite({
  name: 'service_team_invite',
  method: 'POST',
  path: '/api/v1/products/{product}/members',
  title: 'Invite a member',
  description:
    'Invites a person by e-mail address to a product, with a role. They see nothing before they accept. Inviting an admin or owner needs the role owner.',
  body: z.strictObject({ email: Email, role: Role }),
  output: Member,
  creates: true,
  async plan(call, { email, role }) {
    const { store, product, quotas, ids, clock } = call
    assertMayHandle(call, role, 'invite')
    if ((await store.members.findByEmail(product.id, email)) !== undefined) {
      throw new AlreadyExists(`${email} is a member of this product, or invited to it, already.`)
    }
    if ((await store.members.count(product.id)) >= quotas.members) throw new QuotaExceeded('members', quotas.members)
    return {
      summary: `Invite ${email} to “${product.name}” as ${role}.`,
      changes: created({ email, role }),
      revision: null,
      async commit() {
        const at = timestamp(clock.now())
        const id = ids.member()
        await store.members.insert(product.id, { id, email, role, account: undefined, at })
        await store.outbox.enqueue(await invitationMail(call, { id, email, role, at }))
        const record = await store.members.find(product.id, id)
        if (record === undefined) throw new NotFound()
        return { result: record.member, subject: id }
      },
    }
  },
})

export const updateMember = defineProductWrite({
  name: 'service_team_update',
  method: 'PATCH',
  path: '/api/v1/products/{product}/members/{member}',
  title: 'Change a member’s role',
  description:
    'Sets the role of a member. Granting or taking the roles admin and owner needs the role owner; the last owner stays one, and nobody changes their own role. With a role below admin the product keys that the member issued are disabled; the preview names them.',
  params: memberParams,
  body: z.strictObject({ role: Role, ...revisionField }),
  output: Member,
  async plan(call, { member: id, role, revision }) {
    const { store, product, clock } = call
    const record = await found(call, id)
    const { member } = record
    if (record.account === call.account) throw new RoleForbidden('Nobody changes their own role.')
    assertMayHandle(call, member.role, 'change')
    assertMayHandle(call, role, 'grant')
    assertRevision(member, revision)
    if (role !== 'owner') await assertOwnerRemains(call, record)
    const keys = await keysEndingWith(call, record, role)
    return {
      summary: `Change the role of ${member.email} on “${product.name}” from ${member.role} to ${role}.`,
      changes: member.role === role ? [] : [{ path: 'role', from: member.role, to: role }],
      revision: member.revision,
      warnings: async () => keys.warnings,
      async commit() {
        const at = timestamp(clock.now())
        await keys.disable(at)
        const result = await store.members.setRole(product.id, member.id, role, at)
        return { result, subject: member.id }
      },
    }
  },
})

export const removeMember = defineProductWrite({
  name: 'service_team_remove',
  method: 'DELETE',
  path: '/api/v1/products/{product}/members/{member}',
  title: 'Remove a member',
  description:
    'Removes a member, or takes an invitation back. Their tokens stop reaching the product with the next call, and the product keys that they issued are disabled; the preview names them. Removing an admin or owner needs the role owner; the last owner stays.',
  params: memberParams,
  output: z.object({ id: MemberId, removed: z.literal(true) }),
  destructive: true,
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
      warnings: async () =>
        member.status === 'invited'
          ? ['The invitation that was sent stops working.']
          : [
              `${member.email} and every token of theirs lose access to “${call.product.name}” with the next call.`,
              ...keys.warnings,
            ],
      async commit() {
        await keys.disable(timestamp(call.clock.now()))
        await call.store.members.remove(call.product.id, member.id)
        return { result: { id: member.id, removed: true as const }, subject: member.id }
      },
    }
  },
})

async function found({ store, product }: ProductWriteCall, id: MemberId): Promise<MemberRecord> {
  const record = await store.members.find(product.id, id)
  if (record === undefined) throw new NotFound()
  return record
}

/** Admins look after editors and viewers; who is admin or owner is for owners to say. */
function assertMayHandle({ product }: ProductWriteCall, role: Role, doing: string): void {
  if (roleAtLeast(role, 'admin') && !roleAtLeast(product.role, 'owner')) {
    throw new RoleForbidden(
      `To ${doing} an ${role} needs the role owner; the account behind the credential is ${product.role}.`,
    )
  }
}

async function assertOwnerRemains({ store, product }: ProductWriteCall, { member }: MemberRecord): Promise<void> {
  if (member.role !== 'owner' || member.status !== 'active') return
  if ((await store.members.countOwners(product.id, member.id)) === 0)
    throw new RoleForbidden('The last owner of a product stays its owner.')
}
