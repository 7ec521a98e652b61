import {
  DAY_MS,
  INVITATION_DAYS,
  type MemberId,
  type OutboxMail,
  RateLimited,
  type Role,
  randomId,
  SECOND_MS,
  type Timestamp,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import type { ProductWriteCall } from '../../definition/call.ts'

interface Invited {
  readonly id: MemberId
  readonly email: string
  readonly role: Role
  readonly at: Timestamp
}

/** Invitations of the whole service to one address in 24 hours: a stranger cannot unsubscribe from them. */
const TO_ADDRESS_PER_DAY = 20

/** Enqueues what an invited person reads. Throws `RateLimited` if the address got too many invitations. */
export async function enqueueInvitation(
  call: ProductWriteCall,
  { outbox }: Pick<WritableStore, 'outbox'>,
  invited: Invited,
): Promise<void> {
  const since = timestamp(Date.parse(invited.at) - DAY_MS)
  if ((await outbox.countInvitations(invited.email, since)) >= TO_ADDRESS_PER_DAY)
    throw new RateLimited(DAY_MS / TO_ADDRESS_PER_DAY / SECOND_MS, {
      detail: `An address is sent at most ${TO_ADDRESS_PER_DAY} invitations in 24 hours.`,
    })
  await outbox.enqueue(await invitationMail(call, invited))
}

/** What an invited person reads. The link that ends the email is added when it is sent, and is kept nowhere. */
async function invitationMail(
  { store, account, product, random }: ProductWriteCall,
  invited: Invited,
): Promise<OutboxMail> {
  const inviter = await store.accounts.find(account)
  return {
    id: randomId(random, 'out'),
    to: invited.email,
    subject: `You are invited to ${product.name} on Footfall`,
    text: [
      `${inviter?.name ?? 'A member'} (${inviter?.email ?? 'unknown'}) invites you to the statistics of ${product.name} as ${invited.role}.`,
      'If you do not know them, ignore this email: it gives nobody access.',
      `To accept, open this link within ${INVITATION_DAYS} days. It is only for you: do not share it.`,
    ].join('\n\n'),
    invitation: invited.id,
    created_at: invited.at,
  }
}
