import type { AccountId } from '@footfall/core-domain'
import { beginSession, type SignedIn, type SignInDependencies } from '../../signing-in/begin-session.ts'
import type { Challenges } from '../../signing-in/challenges.ts'
import type { BrowserOrigin } from '../../signing-in/origin.ts'
import { StepOver, unlessOver } from '../../signing-in/step-over.ts'
import { type Passkey, type PasskeyQuestion, SIGN_IN } from './passkey.ts'

interface PasskeySignInDependencies extends SignInDependencies {
  readonly factors: { readonly challenges: Challenges; readonly passkey: Passkey }
}

/** Asks a browser for a passkey, to sign in. */
export function passkeySignInOptions({
  factors,
}: Pick<PasskeySignInDependencies, 'factors'>): Promise<PasskeyQuestion> {
  return factors.passkey.ask(SIGN_IN, (challenge) => ({ challenge }))
}

/**
 * Signs in with a passkey alone, which is both factors, since the authenticator verified the person. Undefined for a wrong
 * or replayed proof, for a disabled account, and for another account than `only`.
 */
export async function signInWithPasskey(
  dependencies: PasskeySignInDependencies,
  challenge: string | undefined,
  response: unknown,
  origin: BrowserOrigin,
  only?: AccountId,
): Promise<SignedIn | undefined> {
  const { store, factors, passwords } = dependencies
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
    return { account, secret, secondFactor: 'passkey' as const }
  })
  const entered = await unlessOver(entering)
  if (entered === 'over') return undefined
  return {
    kind: 'signed_in',
    ...entered,
    device: await passwords.deviceFor(entered.account, origin.device),
  }
}
