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
  clientNetwork,
  type RandomSource,
  RateLimited,
  type RateLimiter,
  type TransactionalStore,
} from '@footfall/core-domain'
import { requestId } from '@footfall/http-primitives'
import type { ErrorLog } from '@footfall/operations'
import type { Request, Response } from 'express'
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
