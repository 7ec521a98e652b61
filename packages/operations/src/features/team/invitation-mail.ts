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
  textsIn,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import { assertDailyLimit } from '../../audit/daily-limit.ts'
import type { ProductWriteCall } from '../../definition/call.ts'

interface Invited {
  readonly id: MemberId
  readonly email: string
  readonly role: Role
  readonly at: Timestamp
}

/** Invitations of the whole service to one address in 24 hours: a stranger cannot unsubscribe from them. */
const TO_ADDRESS_PER_DAY = 20
/** Invitations of one account in 24 hours, to any addresses: they are emails to strangers in the name of the service. */
export const INVITATIONS_PER_DAY = 500

/** Throws `RateLimited` if the account sent so many invitations with this operation. */
export function assertMayInvite(call: ProductWriteCall, operation: string): Promise<void> {
  const detail = `An account can send ${INVITATIONS_PER_DAY} invitations in 24 hours.`
  return assertDailyLimit(call, operation, INVITATIONS_PER_DAY, detail)
}

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
  // Somebody without an account gets the language of the person who invites.
  const invitee = await store.accounts.findByEmail(invited.email)
  const { say } = textsIn(invitee === undefined ? (inviter?.language ?? null) : invitee.language)
  const [name, email] = [inviter?.name ?? 'Footfall', inviter?.email ?? '']
  return {
    id: randomId(random, 'out'),
    to: invited.email,
    subject: say('mail.invitation_subject', { product: product.name }),
    text: [
      say('mail.invitation', { inviter: name, email, product: product.name, role: say(`role.${invited.role}`) }),
      say('mail.invitation_unknown'),
      say('mail.invitation_link', { days: INVITATION_DAYS }),
    ].join('\n\n'),
    invitation: invited.id,
    created_at: invited.at,
  }
}
