import type { Clock, RandomSource, Secret, TransactionalStore } from '@footfall/core-domain'
import type { Sessions, SignedInSession } from '../../sessions.ts'
import { confirmSession } from '../../signing-in/confirm-session.ts'
import type { BrowserOrigin } from '../../signing-in/origin.ts'
import type { ProvenIdentity } from './proven-identity.ts'

export interface IdentityReauthenticationDependencies {
  readonly store: Pick<TransactionalStore, 'transaction'>
  readonly sessions: Pick<Sessions, 'assertLive' | 'renew'>
  readonly clock: Clock
  readonly random: RandomSource
}

/** Why a proven identity does not confirm a session. */
export type ReauthenticationRejection =
  /** The identity is not linked to the account of the session. */
  | 'other_person'
  /** The provider did not ask the person again, or does not say when it did. */
  | 'not_recent'
  /** The account also has a second factor. */
  | 'second_factor'

export type IdentityReauthentication =
  | { readonly kind: 'rejected'; readonly reason: ReauthenticationRejection }
  | { readonly kind: 'renewed'; readonly secret: Secret }

/** Clocks of two machines may differ by this much. */
const CLOCK_SKEW_MS = 60_000

/**
 * Confirms a session by a sign-in at the provider since `askedAtMs`, for actions that need a recent sign-in. Returns the new
 * secret of the session, which replaces the old one. Throws `InvalidToken` for a session that has ended.
 */
export async function reauthenticateWithIdentity(
  dependencies: IdentityReauthenticationDependencies,
  session: SignedInSession,
  { identity, askedAtMs }: { readonly identity: ProvenIdentity; readonly askedAtMs: number },
  origin: BrowserOrigin,
): Promise<IdentityReauthentication> {
  const { store, sessions } = dependencies
  const { id, account } = session
  const { authenticatedAtMs } = identity
  if (authenticatedAtMs === undefined || authenticatedAtMs < askedAtMs - CLOCK_SKEW_MS)
    return { kind: 'rejected', reason: 'not_recent' }
  return store.transaction(async (tx): Promise<IdentityReauthentication> => {
    await sessions.assertLive(id, tx.sessions)
    const linked = await tx.store.externalIdentities.find(identity)
    if (linked?.account !== account.id) return { kind: 'rejected', reason: 'other_person' }
    if (await tx.store.secondFactors.has(account.id)) return { kind: 'rejected', reason: 'second_factor' }
    return {
      kind: 'renewed',
      secret: await confirmSession(tx, dependencies, session, { how: 'signed in at the provider' }, origin),
    }
  })
}
