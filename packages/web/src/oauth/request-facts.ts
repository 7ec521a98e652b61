import { AsyncLocalStorage } from 'node:async_hooks'
import type { SessionId } from '@footfall/core-domain'

/** What the audit log says of a request to the authorization server, whose stores see nothing of requests. */
export interface RequestFacts {
  readonly address: string | undefined
  readonly requestId: string | undefined
  /** Of the person in whose browser it was made, once that was looked up. */
  session: SessionId | undefined
}

/** The request that is being answered, for whatever is called while it is. */
export interface CurrentRequest {
  run(facts: RequestFacts, answer: () => void): void
  facts(): RequestFacts | undefined
}

export function currentRequest(): CurrentRequest {
  const storage = new AsyncLocalStorage<RequestFacts>()
  return {
    run: (facts, answer) => storage.run(facts, answer),
    facts: () => storage.getStore(),
  }
}
