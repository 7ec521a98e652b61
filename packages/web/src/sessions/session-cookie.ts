import type { IncomingMessage, ServerResponse } from 'node:http'
import { SESSION_MAX_MS } from '@footfall/accounts'
import type { Secret } from '@footfall/core-domain'
import { cookieValues, hostCookie, hostCookieName } from '@footfall/http-primitives'

export interface SessionCookie {
  read(req: IncomingMessage): string | undefined
  set(res: ServerResponse, secret: Secret): void
  clear(res: ServerResponse): void
}

/** Marks a browser that signed in before; it gives no access. */
export interface DeviceCookie {
  read(req: IncomingMessage): string | undefined
  set(res: ServerResponse, device: string | undefined): void
}

const MAX_AGE_SECONDS = SESSION_MAX_MS / 1_000

export function sessionCookie(isHttps: boolean): SessionCookie {
  return {
    read: (req) => readCookie(req, 'footfall_session', isHttps),
    // The server ends the session; the cookie only has to last at least as long.
    set: (res, secret) =>
      res.appendHeader('Set-Cookie', hostCookie('footfall_session', secret.reveal(), MAX_AGE_SECONDS, isHttps)),
    clear: (res) => res.appendHeader('Set-Cookie', hostCookie('footfall_session', '', 0, isHttps)),
  }
}

export function deviceCookie(isHttps: boolean): DeviceCookie {
  return {
    read: (req) => readCookie(req, 'footfall_device', isHttps),
    set(res, device) {
      if (device !== undefined)
        res.appendHeader('Set-Cookie', hostCookie('footfall_device', device, MAX_AGE_SECONDS, isHttps))
    },
  }
}

/** Challenges of a sign-in, each for a few minutes. */
export interface ChallengeCookies {
  /** The second step after a proven first factor. */
  readonly secondStep: ChallengeCookie
  /** A sign-in with a passkey. */
  readonly passkey: ChallengeCookie
}

export interface ChallengeCookie {
  read(req: IncomingMessage): string | undefined
  set(res: ServerResponse, challenge: Secret): void
  clear(res: ServerResponse): void
}

const CHALLENGE_SECONDS = 300

export function challengeCookies(isHttps: boolean): ChallengeCookies {
  const cookie = (name: string): ChallengeCookie => ({
    read: (req) => readCookie(req, name, isHttps),
    set: (res, challenge) =>
      res.appendHeader('Set-Cookie', hostCookie(name, challenge.reveal(), CHALLENGE_SECONDS, isHttps)),
    clear: (res) => res.appendHeader('Set-Cookie', hostCookie(name, '', 0, isHttps)),
  })
  return { secondStep: cookie('footfall_second_step'), passkey: cookie('footfall_passkey') }
}

function readCookie(req: IncomingMessage, name: string, isHttps: boolean): string | undefined {
  return cookieValues(req.headers.cookie, hostCookieName(name, isHttps))[0]
}
