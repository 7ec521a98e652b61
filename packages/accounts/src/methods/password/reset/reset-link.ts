import {
  type Clock,
  type Keyring,
  type PasswordResetId,
  Secret,
  type Store,
  type Timestamp,
} from '@footfall/core-domain'
import { accountOfOpenReset } from './open-reset.ts'
import { resetCodes } from './reset-code.ts'

export interface PasswordResetLink {
  /** The code is in the fragment, which browsers do not send, so that it is in no server log. */
  readonly url: Secret
  /** Only the code, for a browser without scripts. */
  readonly code: Secret
  readonly email: string
  readonly expires_at: Timestamp
}

/** Makes the link of a password reset; undefined for one that has ended. */
export type PasswordResetLinks = (id: PasswordResetId) => Promise<PasswordResetLink | undefined>

export interface PasswordResetLinkDependencies {
  readonly store: Pick<Store, 'accounts' | 'passwordResets'>
  readonly clock: Clock
  /** The key of the codes; the same in every process of a service. */
  readonly key: Keyring
  /** Origin of the sign-in pages, without a trailing slash. */
  readonly baseUrl: string
}

export function passwordResetLinks({ store, clock, key, baseUrl }: PasswordResetLinkDependencies): PasswordResetLinks {
  const codes = resetCodes(key)
  return async (id) => {
    const reset = await store.passwordResets.find(id)
    const account = await accountOfOpenReset(store, reset, clock)
    if (reset === undefined || account === undefined) return undefined
    const code = codes.codeOf(reset)
    const url = new Secret(`${baseUrl}/reset-password#${code.reveal()}`)
    return { url, code, email: account.email, expires_at: reset.expires_at }
  }
}
