import type { AccountId, EngineShare } from '@footfall/core-domain'

/** The share of an account, of one person on its products, and of one of their credentials. */
export function engineShare(account: string, person = account, credential = person): EngineShare {
  // Tests name shares as they like.
  return { account: account as AccountId, person: person as AccountId, credential }
}
