import { isFootfallError } from '../errors.ts'
import { bearer, type Incoming, type Limits, type Outgoing, send } from './request.ts'
import { type RetryPolicy, withRetries } from './retries.ts'
import type { Runtime } from './runtime.ts'

/** Where the client gets its token from: the text, or something that renews it. */
export interface TokenSource {
  token(signal?: AbortSignal): string | Promise<string>
  /** The service did not accept this token; the next call of `token` should get another. */
  rejected?(token: string): void
}

/** A server, and the token with which it is asked. */
export interface Connection {
  now(): number
  readonly random: Runtime['random']
  readonly sleep: Runtime['sleep']
  /** Sends a request, again where that may help, and reads its response. */
  ask<T>(
    request: Omit<Outgoing, 'url'> & { readonly path: string },
    read: (incoming: Incoming) => T,
    signal: AbortSignal | undefined,
  ): Promise<T>
}

export function connectionTo(
  server: string,
  tokens: TokenSource,
  runtime: Runtime,
  policy: Limits & RetryPolicy,
): Connection {
  return {
    now: runtime.now,
    random: runtime.random,
    sleep: runtime.sleep,
    ask({ path, headers, ...request }, read, signal) {
      const attempt = async (token: string) => {
        const authorized = { accept: 'application/json', ...headers, authorization: bearer(token) }
        return read(await send({ ...request, url: server + path, headers: authorized }, runtime, policy, signal))
      }
      const withToken = async () => {
        const token = await tokens.token(signal)
        try {
          return await attempt(token)
        } catch (error) {
          // Nothing was executed. A source that renews gets one chance.
          if (tokens.rejected === undefined || !isFootfallError(error, 'invalid_token')) throw error
          tokens.rejected(token)
          return attempt(await tokens.token(signal))
        }
      }
      return withRetries(withToken, policy, runtime, signal)
    },
  }
}
