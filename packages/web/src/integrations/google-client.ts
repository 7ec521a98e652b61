import { type Clock, createSealer, type RandomSource, type Sealer } from '@footfall/core-domain'
import type { SearchConsoleClient } from '@footfall/operations'
import { searchConsoleGrants } from '@footfall/search-console'
import { GOOGLE_CALLBACK_PATH } from './google-callback.ts'
import { createGrantStates, type GrantStates } from './grant-states.ts'

export interface GoogleClientSettings {
  readonly client: { readonly id: string; readonly secret: string }
  readonly apiUrl: string
  /** Where people allow access. */
  readonly authUrl: string
  readonly tokenUrl: string
}

interface Parts {
  readonly baseUrl: string
  readonly key: Uint8Array
  readonly clock: Clock
  readonly random: RandomSource
}

/** What lets providers' tokens be kept; whoever has the database alone cannot use them. */
export function providerSealer({ key, random }: Pick<Parts, 'key' | 'random'>): Sealer {
  return createSealer(key, 'provider tokens', random)
}

/** This service as a client of Search Console. */
export function googleClient({ client, apiUrl, authUrl, tokenUrl }: GoogleClientSettings, parts: Parts) {
  const { baseUrl, clock } = parts
  const sealer = providerSealer(parts)
  const states: GrantStates = createGrantStates(parts)
  const grants = searchConsoleGrants({
    client,
    apiBaseUrl: apiUrl,
    authUrl,
    tokenUrl,
    redirectUri: baseUrl + GOOGLE_CALLBACK_PATH,
    sealer,
    clock,
    fetch: globalThis.fetch,
  })
  const searchConsole: SearchConsoleClient = {
    authorizationUrl: (session, product) => grants.authorizationUrl(states.issue(session, product)),
  }
  return { states, grants, searchConsole }
}
