import type { SignInLog } from '@footfall/accounts'
import type { Clock, Keyring, RandomSource } from '@footfall/core-domain'
import type { WebSettings } from '../settings.ts'
import type { SignInProvider, SignInServices } from '../sign-in/services.ts'
import { type OpenIdProvider, openIdProvider } from './openid-provider.ts'
import { type SignInCookie, signInCookie } from './sign-in-cookie.ts'
import { createSignInStates, type SignInStates } from './sign-in-states.ts'

export interface ProviderServices extends SignInServices {
  readonly provider: SignInProvider & {
    readonly client: OpenIdProvider
    readonly createAccounts: boolean
    readonly states: SignInStates
    readonly cookie: SignInCookie
    readonly log: SignInLog
  }
}

interface Dependencies {
  readonly key: Keyring
  readonly clock: Clock
  readonly random: RandomSource
  /** Whether the service is reached over https. */
  readonly secure: boolean
  readonly fetch: typeof globalThis.fetch
  readonly log: SignInLog
}

export function providerServices(
  settings: NonNullable<WebSettings['oidc']>,
  { key, clock, random, secure, fetch, log }: Dependencies,
): ProviderServices['provider'] {
  const { name, issuer, only, createAccounts } = settings
  return {
    client: openIdProvider({ settings, clock, fetch }),
    name,
    issuer,
    only,
    createAccounts,
    states: createSignInStates({ key, clock, random }),
    cookie: signInCookie(secure, random),
    log,
  }
}
