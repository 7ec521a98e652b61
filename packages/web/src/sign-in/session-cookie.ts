import type { IncomingMessage, ServerResponse } from 'node:http'
import { SESSION_MAX_MS } from '@footfall/accounts'
import type { Secret } from '@footfall/core-domain'

export interface SessionCookie {
  read(req: IncomingMessage): string | undefined
  set(res: ServerResponse, secret: Secret): void
  clear(res: ServerResponse): void
}

/** What a browser keeps of an earlier sign-in, longer than the session. It opens nothing. */
export interface DeviceCookie {
  read(req: IncomingMessage): string | undefined
  set(res: ServerResponse, device: string | undefined): void
}

const MAX_AGE_SECONDS = SESSION_MAX_MS / 1_000

/** With `__Host-` a browser takes the cookie only over https, from this very host: no sibling host can plant one. */
export function sessionCookie(secure: boolean): SessionCookie {
  const name = nameOf('footfall_session', secure)
  const attributes = attributesOf(secure)
  return {
    read: (req) => readCookie(req, name),
    // How long a session lasts is the server's business; the cookie only has to outlast it.
    set: (res, secret) =>
      res.appendHeader('Set-Cookie', `${name}=${secret.reveal()}; ${attributes}; Max-Age=${MAX_AGE_SECONDS}`),
    clear: (res) => res.appendHeader('Set-Cookie', `${name}=; ${attributes}; Max-Age=0`),
  }
}

export function deviceCookie(secure: boolean): DeviceCookie {
  const name = nameOf('footfall_device', secure)
  return {
    read: (req) => readCookie(req, name),
    set(res, device) {
      if (device === undefined) return
      res.appendHeader('Set-Cookie', `${name}=${device}; ${attributesOf(secure)}; Max-Age=${MAX_AGE_SECONDS}`)
    },
  }
}

const nameOf = (name: string, secure: boolean) => (secure ? `__Host-${name}` : name)
const attributesOf = (secure: boolean) => `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

function readCookie(req: IncomingMessage, name: string): string | undefined {
  for (const pair of req.headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
