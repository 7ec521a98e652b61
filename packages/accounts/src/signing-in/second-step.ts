import type { Account, AccountId, SecondFactorMethod, Secret, Store, TransactionalStore } from '@footfall/core-domain'
import { bindingOf } from '../credential-binding.ts'
import type { OpenChallenge } from '../second-factors/challenges.ts'
import type { PasskeyOptions } from '../second-factors/passkeys.ts'
import type { CodeChecks } from './code-checks.ts'
import type { BrowserOrigin } from './origin.ts'
import { beginSession, type SignedIn, type SignInDependencies } from './sign-in.ts'

export interface SecondStepDependencies extends SignInDependencies {
  readonly store: TransactionalStore
  readonly codes: CodeChecks
}

/** The second step of a sign-in that the browser of the challenge may take. */
export interface SecondStep {
  readonly account: Account
  /** Whether the account has an authenticator app whose codes can be checked. */
  readonly authenticator: boolean
  readonly passkeys: boolean
}

/** The open second step of this challenge; undefined when it has ended, was taken, or the password was changed since. */
export async function openSecondStep(
  dependencies: SecondStepDependencies,
  challenge: string | undefined,
): Promise<SecondStep | undefined> {
  const { store, factors } = dependencies
  const opened = factors.challenges.open('second_step', challenge)
  const account = opened && (await accountOf(store, opened))
  if (account === undefined) return undefined
  const [authenticator, passkeys] = await Promise.all([
    factors.isReadable(store, account.id),
    store.secondFactors.passkeys(account.id),
  ])
  return { account, authenticator, passkeys: passkeys.length > 0 }
}

/** How a second step ended. `wrong` may be tried again with the same challenge, `over` may not. */
export type SecondStepOutcome = SignedIn | { readonly kind: 'wrong' } | { readonly kind: 'over' }

/** Takes a code of the authenticator app, or a recovery code. Throws `RateLimited` after too many wrong codes. */
export async function takeSecondStep(
  dependencies: SecondStepDependencies,
  challenge: string | undefined,
  code: string,
  origin: BrowserOrigin,
): Promise<SecondStepOutcome> {
  const { store, factors, codes, passwords } = dependencies
  const opened = factors.challenges.open('second_step', challenge)
  const account = opened && (await accountOf(store, opened))
  if (opened === undefined || account === undefined) return { kind: 'over' }
  const proving = codes.prove(account, code, origin, async (tx, method) => {
    // Thrown, so that the code is not used up.
    if ((await accountOf(tx.store, opened)) === undefined || !(await opened.use(tx.store))) throw new StepOver()
    const summary = `${account.email} signed in ${opened.content.first} and ${METHOD_WORDS[method]}.`
    const secret = await beginSession(tx, dependencies, { account, summary, secondFactor: method }, origin)
    return { secret, secondFactor: method }
  })
  const proven = await unlessOver(proving)
  if (proven === 'over') return { kind: 'over' }
  if (proven === undefined) return { kind: 'wrong' }
  return {
    kind: 'signed_in',
    account,
    ...proven.done,
    device: await passwords.deviceFor(account, origin.device),
  }
}

/** The options with which a browser asks for a passkey, and the challenge that it presents with the proof. */
export async function passkeySignInOptions({
  factors,
}: Pick<SignInDependencies, 'factors'>): Promise<{ readonly options: PasskeyOptions; readonly challenge: Secret }> {
  const options = await factors.passkeys.proofOptions()
  const { challenge } = factors.challenges.issue('passkey_sign_in', { challenge: options.challenge })
  return { options, challenge }
}

/**
 * Signs in with a passkey alone, which is both factors, since the authenticator verified the person. Undefined for a wrong
 * or replayed proof, for a disabled account, and for another account than `only`.
 */
export async function signInWithPasskey(
  dependencies: SignInDependencies,
  challenge: string | undefined,
  response: unknown,
  origin: BrowserOrigin,
  only?: AccountId,
): Promise<SignedIn | undefined> {
  const { store, factors, passwords } = dependencies
  const opened = factors.challenges.open('passkey_sign_in', challenge)
  if (opened === undefined) return undefined
  const entering = store.transaction(async (tx) => {
    const passkey = await factors.usePasskey(tx.store, response, opened.content.challenge)
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

/** Ends a transaction without its writes. */
class StepOver extends Error {}

async function unlessOver<T>(work: Promise<T>): Promise<T | 'over'> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StepOver) return 'over'
    throw error
  }
}

const METHOD_WORDS: Readonly<Record<SecondFactorMethod, string>> = {
  totp: 'a code of the authenticator app',
  recovery_code: 'a recovery code',
  passkey: 'a passkey',
}

/** The account of a second step, unless its password or address changed or it was disabled since. */
async function accountOf(
  { accounts }: Pick<Store, 'accounts'>,
  { content }: OpenChallenge<'second_step'>,
): Promise<Account | undefined> {
  const account = await accounts.find(content.account)
  if (account === undefined || (await accounts.status(account.id)) !== 'active') return undefined
  const binding = bindingOf(account, await accounts.findPassword(account.id))
  return binding === content.binding ? account : undefined
}
