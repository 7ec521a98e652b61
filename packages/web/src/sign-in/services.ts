import type { BrowserOrigin, PasswordChecks, Sessions, SetupCode, SignedIn } from '@footfall/accounts'
import {
  type Clock,
  clientNetwork,
  type RandomSource,
  RateLimited,
  type RateLimiter,
  type TransactionalStore,
} from '@footfall/core-domain'
import { type ErrorLog, requestId } from '@footfall/rest-adapter'
import type { Request, Response } from 'express'
import type { DeviceCookie, SessionCookie } from '../sessions/session-cookie.ts'

export interface SignInServices {
  readonly store: TransactionalStore
  readonly sessions: Sessions
  readonly passwords: PasswordChecks
  readonly setupCode: SetupCode
  readonly cookie: SessionCookie
  readonly device: DeviceCookie
  readonly clock: Clock
  readonly random: RandomSource
  readonly rateLimiter: RateLimiter
  /** Tries per minute and network; 0 switches the limit off. */
  readonly triesPerMinute: number
  /** Origins whose pages are ours. */
  readonly origins: readonly string[]
  readonly log: ErrorLog
}

/** Counts a guess at a secret against the network that it came from. Throws `RateLimited`. */
export async function countTry(
  req: Request,
  bucket: string,
  { rateLimiter, triesPerMinute }: Pick<SignInServices, 'rateLimiter' | 'triesPerMinute'>,
): Promise<void> {
  if (triesPerMinute === 0) return
  const { allowed, resetSeconds } = await rateLimiter.consume(bucket, clientNetwork(req.ip ?? ''), triesPerMinute)
  if (!allowed) throw new RateLimited(resetSeconds)
}

/** The bucket of everything that takes the password of an account. */
export const PASSWORD_TRIES = 'sign_in'

export function originOf(req: Request, res: Response, { device }: Pick<SignInServices, 'device'>): BrowserOrigin {
  return { address: req.ip, requestId: requestId(res), device: device.read(req) }
}

/** A browser that was somebody else's becomes this person's. */
export async function enter(
  req: Request,
  res: Response,
  { sessions, cookie, device: devices }: Pick<SignInServices, 'sessions' | 'cookie' | 'device'>,
  { secret, device }: Pick<SignedIn, 'secret' | 'device'>,
): Promise<void> {
  const before = cookie.read(req)
  if (before !== undefined) await sessions.end(before)
  cookie.set(res, secret)
  devices.set(res, device)
}
