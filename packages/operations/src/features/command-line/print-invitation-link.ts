import type { MemberId, Store } from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'
import type { IssuedLink } from './issued-link.ts'

interface InvitationLinkRequest {
  readonly member: MemberId
  /** Undefined for an invitation that has ended. */
  linkOf(store: Store, member: MemberId): Promise<IssuedLink | undefined>
}

/** Returns undefined for an invitation that was accepted, withdrawn or has expired. */
export const printInvitationLink: OperatorOperation<InvitationLinkRequest, IssuedLink> = {
  name: 'invitation link',
  async plan({ tx: { store } }, { member, linkOf }) {
    const invitation = await store.members.findInvitation(member)
    const link = invitation && (await linkOf(store, member))
    if (invitation === undefined || link === undefined) return undefined
    const { email, product } = invitation
    return {
      product: product.id,
      summary: () => `Print the link of the invitation of ${email} to “${product.name}”.`,
      commit: async () => ({ result: link, subject: member, changes: [] }),
    }
  },
}
