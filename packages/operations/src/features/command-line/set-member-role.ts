import { existing, type Member, type Product, type Role, timestamp } from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'
import { keysEndingWith } from '../keys/issued-keys.ts'
import { assertOwnerRemains } from '../team/member.ts'

interface NewRole {
  readonly product: Product
  readonly email: string
  readonly role: Role
}

/** Returns undefined if the member has the role. Throws `NotFound`, and `RoleForbidden` for the last owner. */
export const setMemberRoleAsOperator: OperatorOperation<NewRole, Member> = {
  name: 'member set-role',
  async plan({ tx: { store }, clock }, { product, email, role }) {
    const record = existing(await store.members.findByEmail(product.id, email))
    const { member } = record
    if (member.role === role) return undefined
    if (role !== 'owner') await assertOwnerRemains({ store, product }, record)
    const keys = await keysEndingWith({ store, product }, record, role)
    return {
      product: product.id,
      summary: () => `Change the role of ${member.email} on “${product.name}” from ${member.role} to ${role}.`,
      async commit() {
        const at = timestamp(clock.now())
        await keys.disable(store, at)
        const result = await store.members.setRole(product.id, member.id, role, at)
        return { result, subject: member.id, changes: [{ path: 'role', from: member.role, to: role }] }
      },
    }
  },
}
