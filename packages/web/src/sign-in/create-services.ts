import {
  createCodeChecks,
  createFactorSettings,
  createPasswordChecks,
  createSecondFactors,
  createSessions,
  type SignInLog,
  setupCode,
} from '@footfall/accounts'
import type {
  Clock,
  Keyring,
  RandomSource,
  RateLimiter,
  SessionReader,
  SignInAttemptRepository,
  TransactionalStore,
} from '@footfall/core-domain'
import { challengeCookies, deviceCookie, sessionCookie } from '../sessions/session-cookie.ts'
import type { SignInServices } from './services.ts'

interface Dependencies extends Pick<SignInServices, 'origins' | 'callerOf' | 'triesPerMinute' | 'provider'> {
  readonly control: {
    readonly store: TransactionalStore
    readonly sessions: SessionReader
    readonly signInAttempts: SignInAttemptRepository
    readonly rateLimiter: RateLimiter
  }
  readonly key: Keyring
  readonly clock: Clock
  readonly random: RandomSource
  /** Origin of the service, without a trailing slash. */
  readonly baseUrl: string
  /** Whether browsers reach the pages over https. */
  readonly secure: boolean
  readonly requireSecondFactor: boolean
  readonly log: SignInServices['log'] & SignInLog
}

/** The services of the sign-in pages. */
export function createSignInServices(dependencies: Dependencies): SignInServices {
  const { control, key, clock, random, log, origins, callerOf, baseUrl, secure, requireSecondFactor } = dependencies
  const { store, sessions: reader, signInAttempts: attempts, rateLimiter } = control
  const passwords = createPasswordChecks({ store, attempts, clock, random, key, log })
  const factors = createSecondFactors({ clock, random, key, baseUrl, origins })
  return {
    store,
    sessions: createSessions({ reader, store, clock, random, key, requireSecondFactor }),
    passwords,
    factors,
    factorSettings: createFactorSettings({ factors, clock, random, required: requireSecondFactor }),
    codes: createCodeChecks({ store, attempts, factors, passwords, clock, random, key, log }),
    setupCode: setupCode(key),
    cookie: sessionCookie(secure),
    challengeCookie: challengeCookies(secure),
    device: deviceCookie(secure),
    clock,
    random,
    rateLimiter,
    triesPerMinute: dependencies.triesPerMinute,
    origins,
    callerOf,
    log,
    provider: dependencies.provider,
  }
}
