import type {
  BrowserOrigin,
  CodeChecks,
  PasswordChecks,
  SecondFactors,
  Sessions,
  SetupCode,
  SignedIn,
} from '@footfall/accounts'
import {
  type Clock,
  CredentialNotAccepted,
  clientNetwork,
  type RandomSource,
  RateLimited,
  type RateLimiter,
  type TransactionalStore,
} from '@footfall/core-domain'
import { requestId } from '@footfall/http-primitives'
import type { ErrorLog } from '@footfall/operations'
import type { Request, RequestHandler, Response } from 'express'
import type { DeviceCookie, SessionCookie } from '../sessions/session-cookie.ts'

export interface SignInServices {
  readonly store: TransactionalStore
  readonly sessions: Sessions
  readonly passwords: PasswordChecks
  readonly factors: SecondFactors
  readonly codes: CodeChecks
  readonly setupCode: SetupCode
  readonly cookie: SessionCookie
  readonly device: DeviceCookie
  readonly clock: Clock
  readonly random: RandomSource
  readonly rateLimiter: RateLimiter
  /** Attempts per minute and network; 0 disables the limit. */
  readonly triesPerMinute: number
  /** The origins of this service, whose pages may send forms. */
  readonly origins: readonly string[]
  readonly log: ErrorLog
  /** The OpenID provider with which people sign in; undefined where they only have passwords. */
  readonly provider: SignInProvider | undefined
}

export interface SignInProvider {
  /** What people call it. */
  readonly name: string
  /** Whether nobody signs in with a password. */
  readonly only: boolean
}

/** Refuses requests that take a password, where the operator switched passwords off. */
export function passwordsOnly(services: Pick<SignInServices, 'provider'>): RequestHandler {
  return (_req, _res, next) => {
    assertPasswords(services)
    next()
  }
}

/** Throws `CredentialNotAccepted` where the operator switched passwords off. */
export function assertPasswords({ provider }: Pick<SignInServices, 'provider'>): void {
  if (provider?.only !== true) return
  throw new CredentialNotAccepted(`This service takes no passwords. Sign in with ${provider.name}.`)
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
