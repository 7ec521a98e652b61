import {
  type Clock,
  InvalidRequest,
  InvalidToken,
  type RandomSource,
  type Secret,
  type TransactionalStore,
} from '@footfall/core-domain'
import type { Sessions, SignedInSession } from '../../sessions.ts'
import type { Challenges } from '../../signing-in/challenges.ts'
import { confirmSession } from '../../signing-in/confirm-session.ts'
import type { BrowserOrigin } from '../../signing-in/origin.ts'
import { type Passkey, type PasskeyQuestion, REAUTHENTICATION } from './passkey.ts'

interface PasskeyReauthenticationDependencies {
  readonly store: Pick<TransactionalStore, 'transaction'>
  readonly sessions: Pick<Sessions, 'isLive' | 'renew'>
  readonly factors: { readonly challenges: Challenges; readonly passkey: Passkey }
  readonly clock: Clock
  readonly random: RandomSource
}

/** Asks the browser of a session for a passkey. */
export function reauthenticationOptions(
  { factors }: Pick<PasskeyReauthenticationDependencies, 'factors'>,
  { id }: SignedInSession,
): Promise<PasskeyQuestion> {
  return factors.passkey.ask(REAUTHENTICATION, (challenge) => ({ challenge, session: id }))
}

/**
 * Proves again who the person is with a passkey alone. Returns the new secret of the session, which replaces the old one. Throws
 * `InvalidRequest` for a wrong or replayed proof, and `InvalidToken` for a session that has ended.
 */
export async function reauthenticateWithPasskey(
  dependencies: PasskeyReauthenticationDependencies,
  session: SignedInSession,
  { challenge, response }: { readonly challenge: string; readonly response: unknown },
  origin: BrowserOrigin,
): Promise<Secret> {
  const { store, sessions, factors } = dependencies
  const opened = factors.challenges.open(REAUTHENTICATION, challenge)
  if (opened === undefined || opened.content.session !== session.id) throw wrongPasskey()
  return store.transaction(async (tx) => {
    const passkey = await factors.passkey.use(tx.store, response, opened.content.challenge)
    if (passkey?.account !== session.account.id || !(await opened.use(tx.store))) throw wrongPasskey()
    if (!(await sessions.isLive(session.id, tx.sessions))) throw new InvalidToken(true)
    return confirmSession(tx, dependencies, session, { how: 'proved a passkey', secondFactor: 'passkey' }, origin)
  })
}

const wrongPasskey = () => new InvalidRequest([{ path: 'passkey', message: 'could not be verified' }])
