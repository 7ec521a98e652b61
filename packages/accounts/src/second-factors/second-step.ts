import type { Account, SecondFactorMethod, Store, TransactionalStore } from '@footfall/core-domain'
import type { z } from 'zod'
import { bindingOf } from '../credential-binding.ts'
import type { SecondFactors } from '../methods/index.ts'
import {
  beginSession,
  SECOND_STEP,
  type SignedIn,
  type SignInDependencies,
  signedIn,
} from '../signing-in/begin-session.ts'
import type { OpenChallenge } from '../signing-in/challenges.ts'
import type { BrowserOrigin } from '../signing-in/origin.ts'
import { StepOver, unlessOver } from '../signing-in/step-over.ts'
import type { CodeChecks } from './code-checks.ts'

export interface SecondStepDependencies extends SignInDependencies {
  readonly store: TransactionalStore
  readonly factors: SecondFactors
  readonly codes: CodeChecks
}

/** The second step of a sign-in that the browser of the challenge may take. */
export interface SecondStep {
  readonly account: Account
  /** What the account can prove here, the best one first. */
  readonly methods: readonly SecondFactorMethod[]
}

/** The open second step of this challenge; undefined when it has ended, was taken, or the password was changed since. */
export async function openSecondStep(
  dependencies: SecondStepDependencies,
  challenge: string | undefined,
): Promise<SecondStep | undefined> {
  const { store, factors } = dependencies
  const opened = factors.challenges.open(SECOND_STEP, challenge)
  const account = opened && (await accountOf(store, opened))
  if (account === undefined) return undefined
  const methods = await Promise.all(
    factors.all.map(async (factor) => ((await factor.canProve(store, account.id)) ? [factor.method] : [])),
  )
  return { account, methods: methods.flat() }
}

/** How a second step ended. `wrong` may be tried again with the same challenge, `over` may not. */
export type SecondStepOutcome = SignedIn | { readonly kind: 'wrong' } | { readonly kind: 'over' }

/** Takes a typed code of any second factor. Throws `RateLimited` after too many wrong codes. */
export async function takeSecondStep(
  dependencies: SecondStepDependencies,
  challenge: string | undefined,
  code: string,
  origin: BrowserOrigin,
): Promise<SecondStepOutcome> {
  const { store, factors, codes } = dependencies
  const opened = factors.challenges.open(SECOND_STEP, challenge)
  const account = opened && (await accountOf(store, opened))
  if (opened === undefined || account === undefined) return { kind: 'over' }
  const proving = codes.prove(account, code, origin, async (tx, { method, inWords }) => {
    // Thrown, so that the code is not used up.
    if ((await accountOf(tx.store, opened)) === undefined || !(await opened.use(tx.store))) throw new StepOver()
    const summary = `${account.email} signed in ${opened.content.first} and ${inWords}.`
    const secret = await beginSession(tx, dependencies, { account, summary, secondFactor: method }, origin)
    return { secret, secondFactor: method }
  })
  const proven = await unlessOver(proving)
  if (proven === 'over') return { kind: 'over' }
  if (proven === undefined) return { kind: 'wrong' }
  return signedIn(dependencies, account, proven.done, origin)
}

/** The account of a second step, unless its password or address changed or it was disabled since. */
async function accountOf(
  { accounts }: Pick<Store, 'accounts'>,
  { content }: Pick<OpenChallenge<z.output<typeof SECOND_STEP.content>>, 'content'>,
): Promise<Account | undefined> {
  const account = await accounts.find(content.account)
  if (account === undefined || (await accounts.status(account.id)) !== 'active') return undefined
  const binding = bindingOf(account, await accounts.findPassword(account.id))
  return binding === content.binding ? account : undefined
}
