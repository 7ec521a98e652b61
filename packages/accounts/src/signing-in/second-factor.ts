import {
  type Account,
  type AccountId,
  type CheckedFactor,
  type Clock,
  type FactorId,
  type FactorSetter,
  InvalidRequest,
  type Keyring,
  type RandomSource,
  type SecondFactorMethod,
  type Store,
  type Transaction,
  type WritableStore,
} from '@footfall/core-domain'
import type { Challenges, OpenChallenge } from './challenges.ts'

type FactorReader = Pick<Store, 'secondFactors'>

/** What differs between the ways to prove a second factor. Each is a folder in `methods`. */
export interface SecondFactor {
  readonly method: SecondFactorMethod
  /** Ends the sentence of the audit log that begins with “ada@example.com signed in with a password and …”. */
  readonly inWords: string
  /** Whether the account can prove it here, so that the second step of a sign-in offers it. */
  canProve(store: FactorReader, account: AccountId): Promise<boolean>
  /** The factors of this method that the account has and can remove. Missing for codes that only replace another factor. */
  held?(store: FactorReader, account: AccountId): Promise<readonly HeldFactor[]>
  /** For a factor that is proved with a typed code. */
  readonly code?: FactorCodes
}

/**
 * A method of a second step: its name, and its rules. `pnpm generate` lists the constants that are made with this in files of `methods`.
 */
export function defineSecondFactor<
  Method extends SecondFactorMethod,
  Dependencies,
  Rules extends Omit<SecondFactor, 'method'>,
>(method: Method, rules: (dependencies: Dependencies) => Rules) {
  return (dependencies: Dependencies) => ({ method, ...rules(dependencies) })
}

/** Codes that a person types. Wrong ones are counted and delayed by `CodeChecks`, for all methods together. */
export interface FactorCodes {
  /** The normalized code; undefined for a text that is not a code of this method. No text is a code of two methods. */
  read(typed: string): string | undefined
  /** Uses the code, once, in the transaction that it serves. False for a wrong or used one. */
  use(tx: Pick<Transaction, 'store'>, account: Account, code: string): Promise<boolean>
}

/** A second factor of an account. */
export interface HeldFactor {
  readonly id: FactorId
  /** Such as `The passkey “Laptop”`. */
  readonly name: string
  remove(store: Pick<WritableStore, 'secondFactors'>): Promise<unknown>
}

/** What methods are made with. */
export interface MethodDependencies {
  readonly clock: Clock
  readonly random: RandomSource
  /** Encrypts challenges and stored secrets; the same in every process of a service. */
  readonly key: Keyring
  /** Origin of the service, without a trailing slash. */
  readonly baseUrl: string
  /** The origins whose pages may ask for a second factor. */
  readonly origins: readonly string[]
  readonly challenges: Challenges
}

/** A new second factor that was checked. */
export interface NewFactor<Result> {
  readonly method: SecondFactorMethod
  readonly name: string
  /** What the audit log says that changed. */
  readonly changes: CheckedFactor<Result>['changes']
  readonly result: Result
  readonly setup: Pick<OpenChallenge<unknown>, 'use'>
  insert(store: Pick<WritableStore, 'secondFactors'>): Promise<void>
}

/** What adding any factor has in common: the setup serves once, the person gets an email, the first one brings recovery codes. */
export type AddFactor = <Result>(
  factor: NewFactor<Result>,
  account: FactorSetter,
  store: Store,
) => Promise<CheckedFactor<Result>>

export const setupEnded = () => new InvalidRequest([{ path: 'setup', message: 'has ended; start again' }])
