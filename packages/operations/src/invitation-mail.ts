import {
  INVITATION_DAYS,
  type MemberId,
  type OutboxMail,
  type Role,
  randomId,
  type Timestamp,
} from '@footfall/core-domain'
import type { ProductWriteCall } from './definition/call.ts'

/** What an invited person reads. The link that ends the email is added when it is sent, and is kept nowhere. */
export async function invitationMail(
  { store, account, product, random }: ProductWriteCall,
  invited: { readonly id: MemberId; readonly email: string; readonly role: Role; readonly at: Timestamp },
): Promise<OutboxMail> {
  const inviter = await store.accounts.find(account)
  return {
    id: randomId(random, 'out'),
    to: invited.email,
    subject: `You are invited to ${product.name} on Footfall`,
    text: [
      `${inviter?.name ?? 'A member'} (${inviter?.email ?? 'unknown'}) invites you to the statistics of ${product.name} as ${invited.role}.`,
      'If you do not know them, ignore this email: it gives nobody access.',
      `To accept, open this link within ${INVITATION_DAYS} days. It is for you alone: do not pass it on.`,
    ].join('\n\n'),
    invitation: invited.id,
    created_at: invited.at,
  }
}
