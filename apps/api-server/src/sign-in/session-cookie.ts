import type { IncomingMessage, ServerResponse } from 'node:http'
import { SESSION_MAX_MS } from '@footfall/accounts'
import type { Secret } from '@footfall/core-domain'

export interface SessionCookie {
  read(req: IncomingMessage): string | undefined
  set(res: ServerResponse, secret: Secret): void
  clear(res: ServerResponse): void
}

/** With `__Host-` a browser takes the cookie only over https, from this very host: no sibling host can plant one. */
export function sessionCookie(secure: boolean): SessionCookie {
  const name = secure ? '__Host-footfall_session' : 'footfall_session'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    read(req) {
      for (const pair of req.headers.cookie?.split(';') ?? []) {
        const at = pair.indexOf('=')
        if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
      }
      return undefined
    },
    // How long a session lasts is the server's business; the cookie only has to outlast it.
    set: (res, secret) =>
      res.appendHeader('Set-Cookie', `${name}=${secret.reveal()}; ${attributes}; Max-Age=${SESSION_MAX_MS / 1_000}`),
    clear: (res) => res.appendHeader('Set-Cookie', `${name}=; ${attributes}; Max-Age=0`),
  }
}
