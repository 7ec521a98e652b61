import type { Clock, RandomSource, TransactionalStore } from '@footfall/core-domain'
import type { RevokeExchangedToken } from '@footfall/oauth-server'
import { endExchangedToken } from '@footfall/operations'
import type { CurrentRequest } from '../request-facts.ts'

interface Dependencies {
  readonly store: Pick<TransactionalStore, 'transaction'>
  readonly clock: Clock
  readonly random: RandomSource
  readonly request: Pick<CurrentRequest, 'facts'>
}

/** Ends account tokens that were exchanged; tokens of connections are for the authorization server. */
export function exchangedTokenRevocation({ request, ...services }: Dependencies): RevokeExchangedToken {
  return async (token) => {
    if (!token.startsWith('jt_')) return false
    const facts = request.facts()
    await endExchangedToken(token, { address: facts?.address, requestId: facts?.requestId }, services)
    return true
  }
}
