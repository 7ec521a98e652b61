import type {
  Account,
  Clock,
  Keyring,
  RandomSource,
  SignInAttemptRepository,
  Transaction,
  TransactionalStore,
} from '@footfall/core-domain'
import type { SecondFactors } from '../methods/index.ts'
import type { DeviceCookies } from '../signing-in/known-device.ts'
import type { BrowserOrigin } from '../signing-in/origin.ts'
import { recordPersonAct } from '../signing-in/record-person-act.ts'
import type { SecondFactor } from '../signing-in/second-factor.ts'
import type { SignInLog } from '../signing-in/sign-in-log.ts'
import { checkCounted, createTryCounter, FAILURE_ENTRIES_PER_HOUR_MAX } from '../signing-in/try-counter.ts'

export interface CodeCheckDependencies {
  readonly store: TransactionalStore
  readonly attempts: SignInAttemptRepository
  readonly factors: Pick<SecondFactors, 'all'>
  readonly passwords: Pick<DeviceCookies, 'knownDevice'>
  readonly clock: Clock
  readonly random: RandomSource
  /** The key of the counters; the same in every process of a service. */
  readonly key: Keyring
  readonly log: SignInLog
}

/**
 * Checks the codes of all second factors. Wrong codes are counted separately from wrong passwords, so that
 * nobody without the password can delay the person here.
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
    work: (tx: Transaction, factor: SecondFactor) => Promise<T>,
  ): Promise<{ readonly done: T } | undefined>
}

export function createCodeChecks(dependencies: CodeCheckDependencies): CodeChecks {
  const { store, factors, passwords, log } = dependencies
  const counter = createTryCounter(dependencies)

  return {
    async prove(account, code, origin, work) {
      const device = await passwords.knownDevice(account, origin.device)
      const subject =
        device === undefined
          ? ({ kind: 'second_factor', account: account.id } as const)
          : ({ kind: 'second_factor_device', device } as const)
      const { counted, right } = await checkCounted(counter, subject, () =>
        store.transaction(async (tx) => {
          const factor = await useCode(factors.all, tx, account, code)
          return factor && { done: await work(tx, factor) }
        }),
      )
      if (right !== undefined) return right
      log.info({ account: account.id, failures: counted.failures }, 'a code of a second factor was not right')
      if (counted.entriesThisHour <= FAILURE_ENTRIES_PER_HOUR_MAX) {
        const summary = `A wrong code of a second factor was given (${counted.failures} in a row).`
        const act = { operation: 'dashboard_second_factor_failed', account, session: undefined, summary }
        await store.transaction((tx) => recordPersonAct(tx, dependencies, act, origin))
      }
      return undefined
    },
  }
}

/**
 * Uses the code, and returns the factor that it belongs to. Only the first method that reads the text as its code checks it, so no
 * text is tried twice.
 */
async function useCode(
  factors: readonly SecondFactor[],
  tx: Transaction,
  account: Account,
  typed: string,
): Promise<SecondFactor | undefined> {
  for (const factor of factors) {
    const code = factor.code?.read(typed)
    if (code !== undefined) return (await factor.code?.use(tx, account, code)) ? factor : undefined
  }
  return undefined
}
