import type { ExternalIdentityKey } from '@footfall/core-domain'

/** What an OpenID provider proved about the person in front of the browser. */
export interface ProvenIdentity extends ExternalIdentityKey {
  /** As the provider gave it; undefined where it gave none. */
  readonly email: string | undefined
  /** Whether the person can read the emails to that address, by what the provider says. */
  readonly emailVerified: boolean
  readonly name: string | undefined
  /** When the person last signed in at the provider; undefined where it does not say. */
  readonly authenticatedAtMs: number | undefined
}
