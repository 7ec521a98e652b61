import type { IncomingMessage, ServerResponse } from 'node:http'
import { SESSION_MAX_MS } from '@footfall/accounts'
import type { Secret } from '@footfall/core-domain'
import { cookieValues, hostCookie, hostCookieName } from '@footfall/http-primitives'

/** Holds a secret of the browser. */
export interface SecretCookie {
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

export function sessionCookie(isHttps: boolean): SecretCookie {
  // The server ends the session; the cookie only has to last at least as long.
  return secretCookie('footfall_session', MAX_AGE_SECONDS, isHttps)
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

const CHALLENGE_SECONDS = 300

/** The cookies that keep a challenge of a sign-in for a few minutes, by their names. */
export function challengeCookies(isHttps: boolean): (name: string) => SecretCookie {
  return (name) => secretCookie(name, CHALLENGE_SECONDS, isHttps)
}

function secretCookie(name: string, maxAgeSeconds: number, isHttps: boolean): SecretCookie {
  return {
    read: (req) => readCookie(req, name, isHttps),
    set: (res, secret) => res.appendHeader('Set-Cookie', hostCookie(name, secret.reveal(), maxAgeSeconds, isHttps)),
    clear: (res) => res.appendHeader('Set-Cookie', hostCookie(name, '', 0, isHttps)),
  }
}

function readCookie(req: IncomingMessage, name: string, isHttps: boolean): string | undefined {
  return cookieValues(req.headers.cookie, hostCookieName(name, isHttps))[0]
}
