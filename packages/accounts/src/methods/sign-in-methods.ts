import type { Account, Store, Timestamp } from '@footfall/core-domain'

/** How a person can sign in, apart from passkeys. */
export interface SignInMethods {
  /** Whether the account has a password, and the service takes passwords. */
  readonly password: boolean
  /** Null where no OpenID provider is set up. */
  readonly provider: {
    readonly name: string
    /** The identity with which the person signs in; null until the first sign-in. */
    readonly linked: { readonly email: string; readonly linked_at: Timestamp } | null
  } | null
}

/** The ways to sign in of an account. */
export async function signInMethods(
  store: Pick<Store, 'accounts' | 'externalIdentities'>,
  { id }: Pick<Account, 'id'>,
  provider: { readonly name: string; readonly issuer: string; readonly only: boolean } | undefined,
): Promise<SignInMethods> {
  const hasPassword = (await store.accounts.findPassword(id)) !== undefined
  if (provider === undefined) return { password: hasPassword, provider: null }
  const identities = await store.externalIdentities.list(id)
  const linked = identities.find(({ issuer }) => issuer === provider.issuer)
  return {
    password: hasPassword && !provider.only,
    provider: {
      name: provider.name,
      linked: linked === undefined ? null : { email: linked.email, linked_at: linked.linked_at },
    },
  }
}
