import type {
  BrowserOrigin,
  CodeChecks,
  PasswordChecks,
  SecondFactors,
  Sessions,
  SetupCode,
  SignedIn,
  SignInOutcome,
} from '@footfall/accounts'
import {
  type Clock,
  CredentialNotAccepted,
  clientNetwork,
  type FactorSettings,
  type RandomSource,
  RateLimited,
  type RateLimiter,
  type TransactionalStore,
} from '@footfall/core-domain'
import { requestId } from '@footfall/http-primitives'
import type { ErrorLog } from '@footfall/kernel'
import type { Request, RequestHandler, Response } from 'express'
import type { DeviceCookie, SecretCookie } from '../sessions/session-cookie.ts'

export interface SignInServices {
  readonly store: TransactionalStore
  readonly sessions: Sessions
  readonly passwords: PasswordChecks
  readonly factors: SecondFactors
  readonly factorSettings: FactorSettings
  readonly codes: CodeChecks
  readonly setupCode: SetupCode
  readonly cookie: SecretCookie
  readonly challengeCookie: (name: string) => SecretCookie
  readonly device: DeviceCookie
  readonly clock: Clock
  readonly random: RandomSource
  readonly rateLimiter: RateLimiter
  /** Attempts per minute and network; 0 disables the limit. */
  readonly triesPerMinute: number
  /** The origins of this service, whose pages may send forms. */
  readonly origins: readonly string[]
  /** The caller that an `Authorization` header names. Throws `InvalidToken` for a header without a valid credential. */
  readonly callerOf: (authorization: string, address: string | undefined) => Promise<unknown>
  readonly log: ErrorLog
  /** The OpenID provider with which people sign in; undefined if they only have passwords. */
  readonly provider: SignInProvider | undefined
}

export interface SignInProvider {
  /** What people call it. */
  readonly name: string
  readonly issuer: string
  /** Whether nobody signs in with a password. */
  readonly only: boolean
}

/** Rejects requests with a password if people may only sign in with the provider. */
export function passwordsOnly(services: Pick<SignInServices, 'provider'>): RequestHandler {
  return (_req, _res, next) => {
    assertPasswords(services)
    next()
  }
}

/** Throws `CredentialNotAccepted` if people may only sign in with the provider. */
export function assertPasswords({ provider }: Pick<SignInServices, 'provider'>): void {
  if (provider?.only !== true) return
  throw new CredentialNotAccepted(`People sign in here only with ${provider.name}.`)
}

/** Limits attempts at guessing a secret, by network. Throws `RateLimited`. */
export async function countTry(
  req: Request,
  bucket: string,
  { rateLimiter, triesPerMinute }: Pick<SignInServices, 'rateLimiter' | 'triesPerMinute'>,
): Promise<void> {
  if (triesPerMinute === 0) return
  const { allowed, resetSeconds } = await rateLimiter.consume(bucket, clientNetwork(req.ip ?? ''), triesPerMinute)
  if (!allowed) throw new RateLimited(resetSeconds)
}

/** The rate limit of all requests that take the password of an account. */
export const PASSWORD_TRIES = 'sign_in'

export function originOf(req: Request, res: Response, { device }: Pick<SignInServices, 'device'>): BrowserOrigin {
  return { address: req.ip, requestId: requestId(res), device: device.read(req), userAgent: req.headers['user-agent'] }
}

export const SECOND_STEP_PATH = '/sign-in/second-factor'
export const SETUP_PATH = '/set-up-second-factor'
export const DASHBOARD = '/'
/** Of a code of an authenticator app or a recovery code. */
export const CODE_LENGTH_MAX = 64

/**
 * Answers a proven first factor: begins the session, or sends the person to the second step, or to the page on which they
 * set up the second factor that the service requires.
 */
export async function continueSignIn(
  req: Request,
  res: Response,
  services: SignInServices,
  outcome: SignInOutcome,
  next: string | undefined,
): Promise<void> {
  if (outcome.kind === 'second_factor') {
    secondStepCookie(services).set(res, outcome.challenge)
    return res.redirect(303, withNext(SECOND_STEP_PATH, next))
  }
  await startSession(req, res, services, outcome)
  const lacksFactor = services.factorSettings.required && outcome.secondFactor === undefined
  res.redirect(303, lacksFactor ? withNext(SETUP_PATH, next) : (next ?? DASHBOARD))
}

/** Keeps the challenge of the second step. */
export function secondStepCookie({ challengeCookie }: Pick<SignInServices, 'challengeCookie'>): SecretCookie {
  return challengeCookie('footfall_second_step')
}

export function withNext(path: string, next: string | undefined): string {
  return next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`
}

export function queryOf(req: Request): URLSearchParams {
  return new URL(req.originalUrl, 'http://localhost').searchParams
}

/** Starts a session in this browser, and ends the one before. */
export async function startSession(
  req: Request,
  res: Response,
  { sessions, cookie, device: devices }: Pick<SignInServices, 'sessions' | 'cookie' | 'device'>,
  { secret, device }: Pick<SignedIn, 'secret' | 'device'>,
): Promise<void> {
  const previous = cookie.read(req)
  if (previous !== undefined) await sessions.end(previous)
  cookie.set(res, secret)
  devices.set(res, device)
}
