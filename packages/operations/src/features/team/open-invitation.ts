import { DAY_MS, INVITATION_DAYS, type Invitation, MemberId, Timestamp, timestamp } from '@footfall/core-domain'
import { z } from 'zod'

/** An invitation that was not accepted yet, and who sent it. */
export const OpenInvitation = z.object({
  member: MemberId,
  email: z.string(),
  invited_by: z
    .object({ name: z.string(), email: z.string() })
    .nullable()
    .meta({ description: 'Null where the account was deleted.' }),
  invited_at: Timestamp,
  expires_at: Timestamp.meta({ description: 'From then on the link does not work.' }),
})
export type OpenInvitation = z.infer<typeof OpenInvitation>

export function openInvitation({ id, email, invited_at, inviter }: Invitation): OpenInvitation {
  const expires = timestamp(Date.parse(invited_at) + INVITATION_DAYS * DAY_MS)
  return { member: id, email, invited_by: inviter ?? null, invited_at, expires_at: expires }
}
