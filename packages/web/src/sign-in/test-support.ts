import {
  createCodeChecks,
  createFactorSettings,
  createPasswordChecks,
  createSecondFactors,
  createSessions,
  setupCode,
} from '@footfall/accounts'
import type { TestDatabase } from '@footfall/testkit'
import { challengeCookies, deviceCookie, sessionCookie } from '../sessions/session-cookie.ts'
import type { SignInProvider, SignInServices } from './services.ts'

/** What the routers of people work with, on a test database, for pages of this origin. */
export function signInServicesOn(
  { control, store, clock, random }: TestDatabase,
  {
    key,
    origin,
    triesPerMinute,
    provider,
    requireSecondFactor = false,
  }: {
    readonly key: Uint8Array
    readonly origin: string
    readonly triesPerMinute: number
    readonly provider?: SignInProvider
    readonly requireSecondFactor?: boolean
  },
): SignInServices {
  const quiet = { info: () => {}, error: () => {}, warn: () => {} }
  const passwords = createPasswordChecks({ store, attempts: control.signInAttempts, clock, random, key, log: quiet })
  const factors = createSecondFactors({ clock, random, key, baseUrl: origin, origins: [origin] })
  return {
    store,
    sessions: createSessions({
      reader: control.sessions,
      store: control.store,
      clock,
      random,
      key,
      requireSecondFactor,
    }),
    passwords,
    factors,
    factorSettings: createFactorSettings({ factors, clock, random, required: requireSecondFactor }),
    codes: createCodeChecks({
      store,
      attempts: control.signInAttempts,
      factors,
      passwords,
      clock,
      random,
      key,
      log: quiet,
    }),
    setupCode: setupCode(key),
    cookie: sessionCookie(false),
    challenges: challengeCookies(false),
    device: deviceCookie(false),
    clock,
    random,
    rateLimiter: control.rateLimiter,
    triesPerMinute,
    origins: [origin],
    log: quiet,
    provider,
  }
}
