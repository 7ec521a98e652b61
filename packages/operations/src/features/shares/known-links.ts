import type { Member, ProductId, Store } from '@footfall/core-domain'
import { roleAtLeast } from '@footfall/scopes-policy'
import { firstNames } from '../../warnings/first-names.ts'
import { LOOKED_AT_MAX } from '../../warnings/names.ts'

/** What a preview says of the shared links that a member who leaves could copy. Empty if there are none. */
export async function knownLinkWarnings(
  store: Pick<Store, 'sharedLinks'>,
  product: ProductId,
  member: Pick<Member, 'email' | 'role' | 'status'>,
): Promise<readonly string[]> {
  if (member.status !== 'active' || !roleAtLeast(member.role, 'admin')) return []
  const lasting = await store.sharedLinks.listLasting(product, LOOKED_AT_MAX)
  const names = lasting.flatMap(({ name, status }) => (status === 'active' ? [`“${name}”`] : []))
  if (names.length === 0) return []
  return [`Shared links that ${member.email} may know keep working: ${firstNames(names)}. End those that should not.`]
}
