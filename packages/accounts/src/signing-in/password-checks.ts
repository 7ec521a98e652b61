import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type Account,
  AccountId,
  type Clock,
  Email,
  type RandomSource,
  type SignInAttemptRepository,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import { type EmailAndPassword, type ProvenPassword, provePassword } from '../verify-password.ts'
import { knownDevices } from './known-device.ts'
import type { BrowserOrigin } from './origin.ts'
import { recordPersonAct } from './record-person-act.ts'
import { type CountedTry, createTryCounter, type TrySubject } from './try-counter.ts'

/** Failures of one account that the audit log lists per hour; one more entry says that there are others. */
const ENTRIES_PER_HOUR_MAX = 10
const NOBODY = AccountId.parse('acc_0')

/** The part of a logger that sign-in needs. */
export interface SignInLog {
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}

export interface PasswordCheckDependencies {
  readonly store: Pick<TransactionalStore, 'accounts' | 'transaction'>
  readonly attempts: SignInAttemptRepository
  readonly clock: Clock
  readonly random: RandomSource
  /** Keys the names of counters and what known browsers keep: every process of a service must have the same. */
  readonly key: Uint8Array
  readonly log: SignInLog
}

/** The one place where passwords that people present are judged: counted, slowed down, logged and audited. */
export interface PasswordChecks {
  /**
   * Undefined when address and password do not belong together. Throws `RateLimited` while there were too many failures,
   * for known and unknown addresses alike, and `ServiceUnavailable` when too many passwords wait to be hashed.
   */
  prove(presented: EmailAndPassword, origin: BrowserOrigin): Promise<ProvenPassword | undefined>
  /** What a browser keeps to be known when it comes back: what it presented, as long as that is still good. */
  deviceFor(account: Account, presented: string | undefined): Promise<string | undefined>
  /** Resolves once the audit log holds every failure so far. */
  settled(): Promise<void>
  /** After a password was set by other means than the old one. */
  forgetFailures(account: Pick<Account, 'id'>): Promise<void>
}

export function createPasswordChecks(dependencies: PasswordCheckDependencies): PasswordChecks {
  const { store, attempts, clock, random, key, log } = dependencies
  const counter = createTryCounter({ attempts, clock, key })
  const devices = knownDevices(key, random)
  let written: Promise<unknown> = Promise.resolve()

  const subjectOf = async (
    account: Account | undefined,
    email: string,
    device: string | undefined,
  ): Promise<TrySubject> => {
    if (account === undefined) {
      // As long as for a known address, so that the time taken does not tell them apart.
      await store.accounts.findPassword(NOBODY)
      return { kind: 'unknown', email: email.trim().toLowerCase() }
    }
    const hash = await store.accounts.findPassword(account.id)
    const known = hash === undefined ? undefined : devices.idOf(device, account, hash)
    return known === undefined ? { kind: 'account', account: account.id } : { kind: 'device', device: known }
  }

  const failed = (account: Account | undefined, counted: CountedTry, origin: BrowserOrigin): void => {
    log.info({ account: account?.id, failures: counted.failures }, 'a password was not right')
    if (account === undefined || counted.entriesThisHour > ENTRIES_PER_HOUR_MAX + 1) return
    const act = { ...failureAct(counted, clock.now()), account, session: undefined }
    const before = written
    written = afterTheAnswer(() => store.transaction((tx) => recordPersonAct(tx, dependencies, act, origin)), log).then(
      () => before,
    )
  }

  return {
    async prove(presented, origin) {
      const address = Email.safeParse(presented.email)
      const account = address.success ? await store.accounts.findByEmail(address.data) : undefined
      const counted = await counter.begin(await subjectOf(account, presented.email, origin.device))
      let proven: ProvenPassword | undefined
      try {
        proven = await provePassword(store, presented)
      } catch (error) {
        await counted.undo()
        throw error
      }
      if (proven === undefined) failed(account, counted, origin)
      else await counted.succeeded()
      return proven
    },

    async deviceFor(account, presented) {
      const hash = await store.accounts.findPassword(account.id)
      if (hash === undefined) return undefined
      return devices.idOf(presented, account, hash) === undefined ? devices.mint(account, hash) : presented
    },

    async settled() {
      await written
    },

    forgetFailures: ({ id }) => counter.forget({ kind: 'account', account: id }),
  }
}

/**
 * Writes once whoever asked has been answered. Only failures at addresses with an account are written, and the time that
 * takes would tell them from others.
 */
async function afterTheAnswer(write: () => Promise<void>, log: SignInLog): Promise<void> {
  await nextTurn()
  try {
    await write()
  } catch (error) {
    log.error({ err: error }, 'a failed sign-in could not be written to the audit log')
  }
}

function failureAct({ failures, blockedUntilMs, entriesThisHour }: CountedTry, nowMs: number) {
  if (entriesThisHour > ENTRIES_PER_HOUR_MAX)
    return {
      operation: 'dashboard_sign_in_failed',
      summary: `More passwords were wrong; further ones within the hour are not listed here.`,
    }
  if (blockedUntilMs <= nowMs)
    return { operation: 'dashboard_sign_in_failed', summary: `A wrong password was given (${failures} in a row).` }
  return {
    operation: 'dashboard_sign_in_locked',
    summary: `A wrong password was given (${failures} in a row); until ${timestamp(blockedUntilMs)} none is looked at.`,
  }
}
