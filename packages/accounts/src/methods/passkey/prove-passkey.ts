import {
  type AccountId,
  type Clock,
  InvalidRequest,
  type RandomSource,
  type Secret,
  type TransactionalStore,
} from '@footfall/core-domain'
import type { Sessions, SignedInSession } from '../../sessions.ts'
import { beginSession, type SignedIn, type SignInDependencies, signedIn } from '../../signing-in/begin-session.ts'
import type { Challenges } from '../../signing-in/challenges.ts'
import { confirmSession } from '../../signing-in/confirm-session.ts'
import type { BrowserOrigin } from '../../signing-in/origin.ts'
import { StepOver, unlessOver } from '../../signing-in/step-over.ts'
import { type Passkey, type PasskeyQuestion, REAUTHENTICATION, SIGN_IN } from './passkey.ts'

interface PasskeyServices {
  readonly factors: { readonly challenges: Challenges; readonly passkey: Passkey }
}

interface ReauthenticationDependencies extends PasskeyServices {
  readonly store: Pick<TransactionalStore, 'transaction'>
  readonly sessions: Pick<Sessions, 'assertLive' | 'renew'>
  readonly clock: Clock
  readonly random: RandomSource
}

/** Asks a browser for a passkey, to sign in. */
export function passkeySignInOptions({ factors }: PasskeyServices): Promise<PasskeyQuestion> {
  return factors.passkey.ask(SIGN_IN, (challenge) => ({ challenge }))
}

/**
 * Signs in with only a passkey, which is both factors, since the authenticator verified the person. Undefined for a wrong
 * or replayed proof, for a disabled account, and for another account than `only`.
 */
export async function signInWithPasskey(
  dependencies: SignInDependencies & PasskeyServices,
  challenge: string | undefined,
  response: unknown,
  origin: BrowserOrigin,
  only?: AccountId,
): Promise<SignedIn | undefined> {
  const { store, factors } = dependencies
  const opened = factors.challenges.open(SIGN_IN, challenge)
  if (opened === undefined) return undefined
  const entering = store.transaction(async (tx) => {
    const passkey = await factors.passkey.use(tx.store, response, opened.content.challenge)
    if (passkey === undefined || !(await opened.use(tx.store))) throw new StepOver()
    if (only !== undefined && passkey.account !== only) throw new StepOver()
    const account = await tx.store.accounts.find(passkey.account)
    if (account === undefined || (await tx.store.accounts.status(account.id)) !== 'active') throw new StepOver()
    const summary = `${account.email} signed in with a passkey.`
    const secret = await beginSession(tx, dependencies, { account, summary, secondFactor: 'passkey' }, origin)
    return { account, session: { secret, secondFactor: 'passkey' as const } }
  })
  const entered = await unlessOver(entering)
  return entered === 'over' ? undefined : signedIn(dependencies, entered.account, entered.session, origin)
}

/** Asks the browser of a session for a passkey. */
export function reauthenticationOptions(
  { factors }: PasskeyServices,
  { id }: SignedInSession,
): Promise<PasskeyQuestion> {
  return factors.passkey.ask(REAUTHENTICATION, (challenge) => ({ challenge, session: id }))
}

/**
 * Proves again who the person is with a passkey. Returns the new secret of the session, which replaces the old one. Throws
 * `InvalidRequest` for a wrong or replayed proof, and `InvalidToken` for a session that has ended.
 */
export async function reauthenticateWithPasskey(
  dependencies: ReauthenticationDependencies,
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
    await sessions.assertLive(session.id, tx.sessions)
    return confirmSession(tx, dependencies, session, { how: 'proved a passkey', secondFactor: 'passkey' }, origin)
  })
}

const wrongPasskey = () => new InvalidRequest([{ path: 'passkey', message: 'could not be verified' }])
