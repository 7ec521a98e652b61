import {
  type Clock,
  DAY_MS,
  INVITATION_DAYS,
  type Invitation,
  type Keyring,
  type MemberId,
  Secret,
  type Store,
  type Timestamp,
  timestamp,
} from '@footfall/core-domain'
import { invitationCodes } from './invitation-code.ts'

export interface InvitationLink {
  readonly url: Secret
  /** The invited address. */
  readonly email: string
  readonly expires_at: Timestamp
}

/** Makes the link of an open invitation; undefined for one that was accepted or withdrawn, or has expired. */
export type InvitationLinks = (id: MemberId) => Promise<InvitationLink | undefined>

export interface InvitationLinkDependencies {
  readonly store: Pick<Store, 'members'>
  readonly clock: Clock
  /** The key of the codes; the same in every process of a service. */
  readonly key: Keyring
  /** Origin of the invitation pages, without a trailing slash. */
  readonly baseUrl: string
}

/** The code is in the fragment, which browsers do not send, so that it is in no server log. */
export function invitationLinks({ store, clock, key, baseUrl }: InvitationLinkDependencies): InvitationLinks {
  const codes = invitationCodes(key)
  return async (id) => {
    const invitation = await store.members.findInvitation(id)
    if (invitation === undefined || hasExpired(invitation, clock)) return undefined
    const url = new Secret(`${baseUrl}/invitation#${id}.${codes.codeOf(invitation).reveal()}`)
    return { url, email: invitation.email, expires_at: timestamp(endOf(invitation)) }
  }
}

export function hasExpired(invitation: Invitation, clock: Clock): boolean {
  return clock.now() >= endOf(invitation)
}

function endOf({ invited_at }: Invitation): number {
  return Date.parse(invited_at) + INVITATION_DAYS * DAY_MS
}
