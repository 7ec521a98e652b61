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

function readCookie(req: IncomingMessage, name: string, isHttps: boolean): string | undefined {
  return cookieValues(req.headers.cookie, hostCookieName(name, isHttps))[0]
}
