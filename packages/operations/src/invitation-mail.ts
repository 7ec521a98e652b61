import { type MemberId, type OutboxMail, type Role, randomBase62, type Timestamp } from '@footfall/core-domain'
import type { ProductWriteCall } from './definition/call.ts'

/** What an invited person reads. It holds no secret: whoever accepts must sign in with this address. */
export async function invitationMail(
  { store, account, product, random, baseUrl }: ProductWriteCall,
  invited: { readonly id: MemberId; readonly email: string; readonly role: Role; readonly at: Timestamp },
): Promise<OutboxMail> {
  const inviter = await store.accounts.find(account)
  return {
    id: `out_${randomBase62(random, 20)}`,
    to: invited.email,
    subject: `You are invited to ${product.name} on Footfall`,
    text: [
      `${inviter?.name ?? 'Somebody'} (${inviter?.email ?? 'unknown'}) invites you to the statistics of ${product.name} as ${invited.role}.`,
      `Sign in at ${baseUrl} with this address, ${invited.email}, to accept.`,
      'If you do not know them, do nothing: nobody sees anything through this mail.',
    ].join('\n\n'),
    created_at: invited.at,
  }
}
