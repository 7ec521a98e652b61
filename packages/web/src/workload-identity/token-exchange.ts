import { type Clock, idFactory, type RandomSource, type TransactionalStore, timestamp } from '@footfall/core-domain'
import type { ExchangeToken, TokenExchangeRequest } from '@footfall/oauth-server'
import { ExchangeRejected, exchangeIdentity, noTrust } from '@footfall/operations'
import type { CurrentRequest } from '../request-facts.ts'
import type { IssuerKeys } from './issuer-keys.ts'
import { SubjectTokenRejected, verifySubjectToken } from './verify-subject-token.ts'

/** So many accounts share the fetches of one issuer. */
const TRUSTING_ACCOUNTS_MAX = 20

interface Dependencies {
  readonly store: Pick<TransactionalStore, 'transaction' | 'tokenTrusts'>
  readonly keys: IssuerKeys
  readonly quotas: { readonly tokens: number }
  readonly clock: Clock
  readonly random: RandomSource
  readonly request: Pick<CurrentRequest, 'facts'>
  /** Origin of the service, without a trailing slash. */
  readonly baseUrl: string
  /** The URL of its MCP endpoint. */
  readonly resource: string
}

/** Exchanges identity tokens of workloads for children of the account tokens that trust them. */
export function tokenExchange(dependencies: Dependencies): ExchangeToken {
  const { store, keys, quotas, clock, random, request } = dependencies
  const services = { store, clock, random, ids: idFactory(random), quotas }
  return async (asked) => {
    try {
      const products = productsOf(asked, dependencies)
      const identity = await verifySubjectToken(asked.subjectToken, {
        keys,
        clock,
        trusting: (issuer) => store.tokenTrusts.trusting(issuer, timestamp(clock.now()), TRUSTING_ACCOUNTS_MAX),
      }).catch(asRejection)
      const facts = request.facts()
      const { token, secret, expiresInSeconds } = await exchangeIdentity(
        identity,
        {
          scopes: asked.scopes,
          products,
          trust: asked.parameter('trust_id'),
          address: facts?.address,
          requestId: facts?.requestId,
        },
        services,
      )
      return { ok: true, accessToken: secret.reveal(), expiresInSeconds, scopes: token.scopes }
    } catch (error) {
      if (!(error instanceof ExchangeRejected)) throw error
      return { ok: false, error: error.error, description: error.message, reason: error.reason }
    }
  }
}

function asRejection(error: unknown): never {
  throw error instanceof SubjectTokenRejected ? noTrust(error.reason) : error
}

/**
 * The ids of the products that a request is limited to; undefined for all that the trust allows, which is also what the address of the
 * service means. A product is named by its id (`audience`) or its address (`resource`).
 */
function productsOf(
  { resources, audiences }: TokenExchangeRequest,
  { baseUrl, resource }: Pick<Dependencies, 'baseUrl' | 'resource'>,
): readonly string[] | undefined {
  const prefix = `${baseUrl}/api/v1/products/`
  const whole = new Set([baseUrl, `${baseUrl}/`, resource])
  const targets = [...resources, ...audiences]
  if (targets.length === 0 || targets.some((target) => whole.has(target))) return undefined
  return [...resources.map((url) => (url.startsWith(prefix) ? url.slice(prefix.length) : url)), ...audiences]
}
