import {
  type Clock,
  InvalidRequest,
  InvalidToken,
  type RandomSource,
  type SecondFactorMethod,
  type Secret,
  type Transaction,
  type TransactionalStore,
} from '@footfall/core-domain'
import type { PasskeyOptions } from '../second-factors/passkeys.ts'
import type { SecondFactors } from '../second-factors/second-factors.ts'
import type { Sessions, SignedInSession } from '../sessions.ts'
import { isStillProven, type ProvenPassword } from '../verify-password.ts'
import type { CodeChecks } from './code-checks.ts'
import type { BrowserOrigin } from './origin.ts'
import type { PasswordChecks } from './password-checks.ts'
import { recordPersonAct } from './record-person-act.ts'

export interface ReauthenticationDependencies {
  readonly store: TransactionalStore
  readonly sessions: Pick<Sessions, 'isLive' | 'renew'>
  readonly passwords: PasswordChecks
  readonly factors: SecondFactors
  readonly codes: CodeChecks
  readonly clock: Clock
  readonly random: RandomSource
}

/** What a person proves again: the password, with a code where the account has a second factor, or a passkey alone. */
export type ReauthenticationProof =
  | { readonly kind: 'password'; readonly password: string; readonly code: string | undefined }
  | { readonly kind: 'passkey'; readonly challenge: string; readonly response: unknown }

/**
 * Proves again who the person is, for actions that need a recent sign-in. Returns the new secret of the session, which
 * replaces the old one. Throws `InvalidRequest` for a wrong password, code or passkey, and `RateLimited`.
 */
export async function reauthenticate(
  dependencies: ReauthenticationDependencies,
  session: SignedInSession,
  proof: ReauthenticationProof,
  origin: BrowserOrigin,
): Promise<Secret> {
  return proof.kind === 'password'
    ? byPassword(dependencies, session, proof, origin)
    : byPasskey(dependencies, session, proof, origin)
}

/** The options with which the browser of a session asks for a passkey, and the challenge to present with the proof. */
export async function reauthenticationOptions(
  { factors }: Pick<ReauthenticationDependencies, 'factors'>,
  { id }: SignedInSession,
): Promise<{ readonly options: PasskeyOptions; readonly challenge: Secret }> {
  const options = await factors.passkeys.proofOptions()
  const content = { challenge: options.challenge, session: id }
  return { options, challenge: factors.challenges.issue('passkey_reauthentication', content).challenge }
}

async function byPassword(
  dependencies: ReauthenticationDependencies,
  session: SignedInSession,
  { password, code }: Extract<ReauthenticationProof, { kind: 'password' }>,
  origin: BrowserOrigin,
): Promise<Secret> {
  const { store, passwords, codes } = dependencies
  const { account } = session
  const proven = await passwords.prove({ email: account.email, password }, origin)
  if (proven === undefined) throw wrongPassword()
  if (!(await store.secondFactors.has(account.id)))
    return store.transaction(async (tx) => {
      // Added meanwhile.
      if (await tx.store.secondFactors.has(account.id)) throw missingCode()
      return renew(dependencies, tx, session, { proven }, origin)
    })
  if (code === undefined) throw missingCode()
  const done = await codes.prove(account, code, origin, (tx, method) =>
    renew(dependencies, tx, session, { proven, method }, origin),
  )
  if (done === undefined) throw new InvalidRequest([{ path: 'code', message: 'is not right, or was used already' }])
  return done.done
}

function byPasskey(
  dependencies: ReauthenticationDependencies,
  session: SignedInSession,
  { challenge, response }: Extract<ReauthenticationProof, { kind: 'passkey' }>,
  origin: BrowserOrigin,
): Promise<Secret> {
  const { store, factors } = dependencies
  const opened = factors.challenges.open('passkey_reauthentication', challenge)
  if (opened === undefined || opened.content.session !== session.id) throw wrongPasskey()
  return store.transaction(async (tx) => {
    const passkey = await factors.usePasskey(tx.store, response, opened.content.challenge)
    if (passkey?.account !== session.account.id || !(await opened.use(tx.store))) throw wrongPasskey()
    return renew(dependencies, tx, session, { method: 'passkey' }, origin)
  })
}

async function renew(
  dependencies: ReauthenticationDependencies,
  tx: Transaction,
  { id, account }: SignedInSession,
  { proven, method }: { readonly proven?: ProvenPassword; readonly method?: SecondFactorMethod },
  origin: BrowserOrigin,
): Promise<Secret> {
  const { sessions } = dependencies
  if (!(await sessions.isLive(id, tx.sessions))) throw new InvalidToken(true)
  if (proven !== undefined && !(await isStillProven(proven, tx.store))) throw wrongPassword()
  const summary =
    method === 'passkey'
      ? `${account.email} proved a passkey again.`
      : `${account.email} gave the password${method === undefined ? '' : ' and a second factor'} again.`
  const act = { operation: 'dashboard_reauthenticate', account, session: id, summary }
  await recordPersonAct(tx, dependencies, act, origin)
  return sessions.renew(id, tx, method)
}

const wrongPassword = () => new InvalidRequest([{ path: 'password', message: 'is not right' }])
const missingCode = () => new InvalidRequest([{ path: 'code', message: 'is required' }])
const wrongPasskey = () => new InvalidRequest([{ path: 'passkey', message: 'could not be verified' }])
