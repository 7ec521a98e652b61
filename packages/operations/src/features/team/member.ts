import {
  existing,
  MemberId,
  type MemberRecord,
  type Product,
  type Role,
  RoleForbidden,
  type Store,
} from '@footfall/core-domain'
import { roleAtLeast } from '@footfall/scopes-policy'
import type { ProductWriteCall } from '../../definition/index.ts'

export const memberParams = { member: MemberId.meta({ description: 'From service_team_list.' }) }

export async function found({ store, product }: ProductWriteCall, id: MemberId): Promise<MemberRecord> {
  return existing(await store.members.find(product.id, id))
}

/** Admins manage editors and viewers; only owners manage admins and owners. */
export function assertMayHandle({ product }: ProductWriteCall, role: Role, doing: string): void {
  if (roleAtLeast(role, 'admin') && !roleAtLeast(product.role, 'owner')) {
    throw new RoleForbidden(
      `Only an owner may ${doing} an ${role}; the account behind the credential is ${product.role}.`,
    )
  }
}

export async function assertOwnerRemains(
  { store, product }: { readonly store: Pick<Store, 'members'>; readonly product: Pick<Product, 'id'> },
  { member }: MemberRecord,
): Promise<void> {
  if (member.role !== 'owner' || member.status !== 'active') return
  if ((await store.members.countOwners(product.id, member.id)) === 0)
    throw new RoleForbidden('A product needs an owner. Make another member an owner first.')
}
