import {
  type Account,
  AccountId,
  type Clock,
  MINUTE_MS,
  type RandomSource,
  type SecondFactorMethod,
  type Secret,
  type Store,
  type Transaction,
  type TransactionalStore,
} from '@footfall/core-domain'
import { z } from 'zod'
import { bindingOf } from '../credential-binding.ts'
import type { Sessions } from '../sessions.ts'
import { type Challenges, defineChallenge } from './challenges.ts'
import type { DeviceCookies } from './known-device.ts'
import type { BrowserOrigin } from './origin.ts'
import { recordPersonAct } from './record-person-act.ts'

export interface SignInDependencies {
  readonly store: Pick<TransactionalStore, 'transaction'>
  readonly sessions: Pick<Sessions, 'open'>
  readonly passwords: Pick<DeviceCookies, 'deviceFor'>
  readonly factors: { readonly challenges: Challenges }
  readonly clock: Clock
  readonly random: RandomSource
}

/** The second step of a sign-in, after a proven first factor. `binding` changes with the address and the password. */
export const SECOND_STEP = defineChallenge({
  purpose: 'second_step',
  content: z.object({ account: AccountId, binding: z.string(), first: z.string() }),
  lifeMs: 5 * MINUTE_MS,
})

export interface SignedIn {
  readonly kind: 'signed_in'
  readonly account: Account
  readonly secret: Secret
  /** How a second factor was proved; undefined where none was. */
  readonly secondFactor?: SecondFactorMethod
  /** The known-device cookie of the browser. */
  readonly device: string | undefined
}

/** The first factor is proven, and the account has a second one. */
export interface SecondFactorNeeded {
  readonly kind: 'second_factor'
  readonly account: Account
  /** For a cookie: the browser presents it with the second factor, within five minutes. */
  readonly challenge: Secret
}

export type SignInOutcome = SignedIn | SecondFactorNeeded

/** A first factor that was proven, such as a password or the word of a provider. */
export interface FirstFactor {
  /** How the audit log says that it was proven, such as `with a password`. */
  readonly how: string
  /** Whether it still holds, asked in the transaction that begins the session. */
  stillHolds?(store: Store): Promise<boolean>
}

/**
 * What follows any proven first factor: the second one where the account has one, otherwise a session. Undefined when the
 * first factor no longer holds, or the account is disabled.
 */
export async function afterFirstFactor(
  dependencies: SignInDependencies,
  account: Account,
  first: FirstFactor,
  origin: BrowserOrigin,
): Promise<SignInOutcome | undefined> {
  const { store, factors } = dependencies
  const outcome = await store.transaction(async (tx) => {
    if ((await tx.store.accounts.status(account.id)) !== 'active') return undefined
    if (first.stillHolds !== undefined && !(await first.stillHolds(tx.store))) return undefined
    if (await tx.store.secondFactors.has(account.id)) {
      const binding = bindingOf(account, await tx.store.accounts.findPassword(account.id))
      const { challenge } = factors.challenges.issue(SECOND_STEP, {
        account: account.id,
        binding,
        first: first.how,
      })
      return { kind: 'second_factor' as const, challenge }
    }
    const summary = `${account.email} signed in ${first.how}.`
    return { kind: 'signed_in' as const, secret: await beginSession(tx, dependencies, { account, summary }, origin) }
  })
  if (outcome === undefined) return undefined
  return outcome.kind === 'second_factor' ? { ...outcome, account } : signedIn(dependencies, account, outcome, origin)
}

/** Begins a session for a person who has just created the account. */
export async function enterNewAccount(
  dependencies: SignInDependencies,
  account: Account,
  origin: BrowserOrigin,
): Promise<SignedIn> {
  const summary = `${account.email} signed in to the new account.`
  const secret = await dependencies.store.transaction((tx) =>
    beginSession(tx, dependencies, { account, summary }, origin),
  )
  return signedIn(dependencies, account, { secret }, origin)
}

/** What a browser gets with its session. */
export async function signedIn(
  { passwords }: Pick<SignInDependencies, 'passwords'>,
  account: Account,
  session: Pick<SignedIn, 'secret' | 'secondFactor'>,
  { device }: BrowserOrigin,
): Promise<SignedIn> {
  return { kind: 'signed_in', account, ...session, device: await passwords.deviceFor(account, device) }
}

/** Begins a session with its audit entry, in the transaction in which the person was authenticated. */
export async function beginSession(
  tx: Transaction,
  dependencies: Pick<SignInDependencies, 'sessions' | 'clock' | 'random'>,
  {
    account,
    summary,
    secondFactor,
  }: {
    readonly account: Account
    readonly summary: string
    readonly secondFactor?: SecondFactorMethod
  },
  origin: BrowserOrigin,
): Promise<Secret> {
  const { address, userAgent } = origin
  const session = await dependencies.sessions.open(account, tx, { secondFactor, address, userAgent })
  const act = { operation: 'dashboard_sign_in', account, session: session.id, summary }
  await recordPersonAct(tx, dependencies, act, origin)
  return session.secret
}
