import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import {
  type Account,
  AccountId,
  type Clock,
  Email,
  type Keyring,
  type RandomSource,
  type SignInAttemptRepository,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import { type DeviceCookies, deviceCookies, knownDevices } from '../../signing-in/known-device.ts'
import type { BrowserOrigin } from '../../signing-in/origin.ts'
import { recordPersonAct } from '../../signing-in/record-person-act.ts'
import type { SignInLog } from '../../signing-in/sign-in-log.ts'
import {
  type CountedTry,
  checkCounted,
  createTryCounter,
  FAILURE_ENTRIES_PER_HOUR_MAX,
  type TrySubject,
} from '../../signing-in/try-counter.ts'
import { type EmailAndPassword, type ProvenPassword, provePassword } from './prove-password.ts'

const NO_ACCOUNT = AccountId.parse('acc_0')

export interface PasswordCheckDependencies {
  readonly store: Pick<TransactionalStore, 'accounts' | 'transaction'>
  readonly attempts: SignInAttemptRepository
  readonly clock: Clock
  readonly random: RandomSource
  /** The key of counters and known-device cookies; the same in every process of a service. */
  readonly key: Keyring
  readonly log: SignInLog
}

/** Checks presented passwords, and counts, delays, logs and audits the attempts. */
export interface PasswordChecks extends DeviceCookies {
  /**
   * Undefined for a wrong address or password. Throws `RateLimited` after too many failures, for known and unknown
   * addresses alike, and `ServiceUnavailable` when too many passwords wait to be hashed.
   */
  prove(presented: EmailAndPassword, origin: BrowserOrigin): Promise<ProvenPassword | undefined>
  /** Resolves when every earlier failure is in the audit log. */
  settled(): Promise<void>
  /** After a password was set without the old one. */
  forgetFailures(account: Pick<Account, 'id'>): Promise<void>
}

export function createPasswordChecks(dependencies: PasswordCheckDependencies): PasswordChecks {
  const { store, attempts, clock, random, key, log } = dependencies
  const counter = createTryCounter({ attempts, clock, key })
  const devices = deviceCookies(knownDevices(key, random), store)
  let written: Promise<unknown> = Promise.resolve()

  const subjectOf = async (
    account: Account | undefined,
    email: string,
    device: string | undefined,
  ): Promise<TrySubject> => {
    if (account === undefined) {
      // The same query as for a known address, so that the time does not reveal the difference.
      await store.accounts.findPassword(NO_ACCOUNT)
      return { kind: 'unknown', email: email.trim().toLowerCase() }
    }
    const known = await devices.knownDevice(account, device)
    return known === undefined ? { kind: 'account', account: account.id } : { kind: 'device', device: known }
  }

  const failed = (account: Account | undefined, counted: CountedTry, origin: BrowserOrigin): void => {
    log.info({ account: account?.id, failures: counted.failures }, 'a password was not right')
    if (account === undefined || counted.entriesThisHour > FAILURE_ENTRIES_PER_HOUR_MAX + 1) return
    const act = { ...failureAct(counted, clock.now()), account, session: undefined }
    const before = written
    written = afterResponse(() => store.transaction((tx) => recordPersonAct(tx, dependencies, act, origin)), log).then(
      () => before,
    )
  }

  return {
    ...devices,

    async prove(presented, origin) {
      const address = Email.safeParse(presented.email)
      const account = address.success ? await store.accounts.findByEmail(address.data) : undefined
      const subject = await subjectOf(account, presented.email, origin.device)
      const { counted, right } = await checkCounted(counter, subject, () => provePassword(store, presented))
      if (right === undefined) failed(account, counted, origin)
      return right
    },

    async settled() {
      await written
    },

    forgetFailures: ({ id }) => counter.forget({ kind: 'account', account: id }),
  }
}

/**
 * Writes after the response was sent. Only failures of known addresses are written, and the time of the write would reveal
 * them.
 */
async function afterResponse(write: () => Promise<void>, log: SignInLog): Promise<void> {
  await nextEventLoopTurn()
  try {
    await write()
  } catch (error) {
    log.error({ err: error }, 'a failed sign-in could not be written to the audit log')
  }
}

function failureAct({ failures, blockedUntilMs, entriesThisHour }: CountedTry, nowMs: number) {
  if (entriesThisHour > FAILURE_ENTRIES_PER_HOUR_MAX)
    return {
      operation: 'dashboard_sign_in_failed',
      summary: `More passwords were wrong; further ones within the hour are not listed here.`,
    }
  if (blockedUntilMs <= nowMs)
    return { operation: 'dashboard_sign_in_failed', summary: `A wrong password was given (${failures} in a row).` }
  return {
    operation: 'dashboard_sign_in_locked',
    summary: `A wrong password was given (${failures} in a row); until ${timestamp(blockedUntilMs)} none is checked.`,
  }
}
