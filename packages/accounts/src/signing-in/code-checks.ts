import {
  type Account,
  type Clock,
  type Keyring,
  type RandomSource,
  type SecondFactorMethod,
  type SignInAttemptRepository,
  securityNotice,
  type Transaction,
  type TransactionalStore,
} from '@footfall/core-domain'
import type { SecondFactors } from '../second-factors/second-factors.ts'
import type { BrowserOrigin } from './origin.ts'
import type { PasswordChecks, SignInLog } from './password-checks.ts'
import { recordPersonAct } from './record-person-act.ts'
import { createTryCounter } from './try-counter.ts'

/** The audit entries about wrong codes per account and hour. */
const ENTRIES_PER_HOUR_MAX = 10

export interface CodeCheckDependencies {
  readonly store: TransactionalStore
  readonly attempts: SignInAttemptRepository
  readonly factors: SecondFactors
  readonly passwords: Pick<PasswordChecks, 'knownDevice'>
  readonly clock: Clock
  readonly random: RandomSource
  /** The key of the counters; the same in every process of a service. */
  readonly key: Keyring
  readonly log: SignInLog
}

/**
 * Checks codes of authenticator apps and recovery codes. Wrong codes are counted apart from wrong passwords: who does not
 * have the password cannot delay the person here.
 */
export interface CodeChecks {
  /**
   * Uses the code and does the work in one transaction; undefined for a wrong code. Throws `RateLimited` after too many
   * wrong codes at the account.
   */
  prove<T>(
    account: Account,
    code: string,
    origin: BrowserOrigin,
    work: (tx: Transaction, method: SecondFactorMethod) => Promise<T>,
  ): Promise<{ readonly done: T } | undefined>
}

export function createCodeChecks(dependencies: CodeCheckDependencies): CodeChecks {
  const { store, factors, passwords, clock, random, log } = dependencies
  const counter = createTryCounter(dependencies)

  return {
    async prove(account, code, origin, work) {
      const device = await passwords.knownDevice(account, origin.device)
      const counted = await counter.begin(
        device === undefined
          ? { kind: 'second_factor', account: account.id }
          : { kind: 'second_factor_device', device },
      )
      let done: { done: Awaited<ReturnType<typeof work>> } | undefined
      try {
        done = await store.transaction(async (tx) => {
          const method = await factors.useCode(tx.store, account, code)
          if (method === undefined) return undefined
          if (method === 'recovery_code') {
            const left = await tx.store.secondFactors.countRecoveryCodes(account.id)
            await tx.store.outbox.enqueue(
              securityNotice({ clock, random }, account, { kind: 'recovery_code_used', left }),
            )
          }
          return { done: await work(tx, method) }
        })
      } catch (error) {
        await counted.undo()
        throw error
      }
      if (done !== undefined) {
        await counted.succeeded()
        return done
      }
      log.info({ account: account.id, failures: counted.failures }, 'a code of a second factor was not right')
      if (counted.entriesThisHour <= ENTRIES_PER_HOUR_MAX) {
        const summary = `A wrong code of a second factor was given (${counted.failures} in a row).`
        const act = { operation: 'dashboard_second_factor_failed', account, session: undefined, summary }
        await store.transaction((tx) => recordPersonAct(tx, dependencies, act, origin))
      }
      return undefined
    },
  }
}
