import type { Account } from '@footfall/core-domain'
import { authenticateHeader } from '@footfall/operations'
import type { TestDatabase } from '@footfall/testkit'
import { createSignInServices } from './create-services.ts'
import type { SignInProvider, SignInServices } from './services.ts'

/** What the routers of people work with, on a test database, for pages of this origin. */
export function signInServicesOn(
  { control, clock, random }: TestDatabase,
  {
    origin,
    provider,
    requireSecondFactor = false,
    ...limits
  }: {
    readonly key: Uint8Array
    readonly origin: string
    readonly triesPerMinute: number
    readonly provider?: SignInProvider
    readonly requireSecondFactor?: boolean
  },
): SignInServices {
  return createSignInServices({
    ...limits,
    control,
    clock,
    random,
    baseUrl: origin,
    origins: [origin],
    secure: false,
    requireSecondFactor,
    provider,
    callerOf: (authorization, address) =>
      authenticateHeader(authorization, { store: control.store, usage: { used() {} } }, { address }),
    log: { info: () => {}, error: () => {}, warn: () => {} },
  })
}

/** The account that signs in with this email address and password. */
export async function accountWith(
  database: TestDatabase,
  presented: { readonly email: string; readonly password: string },
): Promise<Account | undefined> {
  const { passwords } = signInServicesOn(database, {
    key: new Uint8Array(32),
    origin: 'https://x.example',
    triesPerMinute: 1,
  })
  return (await passwords.prove(presented, { address: '192.0.2.7', requestId: 'req_1' }))?.account
}
