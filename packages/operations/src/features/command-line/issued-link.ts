import type { Secret, Timestamp } from '@footfall/core-domain'

/** A link that an operator hands to one person. */
export interface IssuedLink {
  readonly url: Secret
  readonly email: string
  readonly expires_at: Timestamp
}
