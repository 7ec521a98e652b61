import { AsyncLocalStorage } from 'node:async_hooks'
import type { Language, SessionId } from '@footfall/core-domain'

/** What audit entries say about a request to the authorization server. */
export interface RequestFacts {
  readonly address: string | undefined
  readonly requestId: string | undefined
  /** Set once the session of the browser is read. */
  session: SessionId | undefined
  /** Of the consent page. */
  readonly language: Language
}

/** The current request, for code that is called while it is handled. */
export interface CurrentRequest {
  run(facts: RequestFacts, handle: () => void): void
  facts(): RequestFacts | undefined
}

export function currentRequest(): CurrentRequest {
  const storage = new AsyncLocalStorage<RequestFacts>()
  return {
    run: (facts, handle) => storage.run(facts, handle),
    facts: () => storage.getStore(),
  }
}
