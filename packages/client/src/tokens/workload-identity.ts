import type { TokenSource } from '../transport/connection.ts'
import { runtimeOf, whileNotAborted } from '../transport/runtime.ts'
import { type ExchangedToken, type ExchangeOptions, exchangeWorkloadIdentity } from './exchange.ts'

/** A token is renewed when this part of its life is left, or a minute of a longer one. */
const LEFT_SHARE = 0.2
const LEFT_MS_MAX = 60_000

/** The token of a workload, made from its identity when it is needed, and made again before it expires. Nothing is kept. */
export function workloadIdentity(options: Omit<ExchangeOptions, 'signal'>): TokenSource {
  const { now } = runtimeOf(options)
  let current: { readonly token: string; readonly renewAtMs: number } | undefined
  let renewing: Promise<ExchangedToken> | undefined

  // One exchange serves all calls that wait for a token.
  const renew = () => {
    renewing ??= exchangeWorkloadIdentity(options).finally(() => {
      renewing = undefined
    })
    return renewing
  }
  return {
    async token(signal) {
      if (current !== undefined && now() < current.renewAtMs) return current.token
      const { accessToken, expiresAt } = await whileNotAborted(renew(), signal)
      const leftMs = Math.min((expiresAt - now()) * LEFT_SHARE, LEFT_MS_MAX)
      current = { token: accessToken, renewAtMs: expiresAt - leftMs }
      return accessToken
    },
    rejected(token) {
      if (current?.token === token) current = undefined
    },
  }
}
