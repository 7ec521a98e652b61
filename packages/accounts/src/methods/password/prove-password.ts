import { type Account, Email, type Store } from '@footfall/core-domain'
import { matchesHash } from './password-hash.ts'

/** A well-formed hash of no password. */
const DUMMY_HASH = `${'0'.repeat(32)}:${'0'.repeat(128)}`

export interface EmailAndPassword {
  readonly email: string
  readonly password: string
}

/** A password that was right when it was checked. If the stored hash differs later, the password was changed. */
export interface ProvenPassword {
  readonly account: Account
  readonly hash: string
}

/**
 * An unknown address takes as long as a wrong password, so that the time does not reveal which addresses have accounts.
 */
export async function provePassword(
  store: Pick<Store, 'accounts'>,
  { email, password }: EmailAndPassword,
): Promise<ProvenPassword | undefined> {
  const address = Email.safeParse(email)
  const account = address.success ? await store.accounts.findByEmail(address.data) : undefined
  const hash = account && (await store.accounts.findPassword(account.id))
  const matches = await matchesHash(password, hash ?? DUMMY_HASH)
  return account !== undefined && hash !== undefined && matches ? { account, hash } : undefined
}

/** Whether it is still the password of the account. */
export async function isStillProven(
  { account, hash }: ProvenPassword,
  store: Pick<Store, 'accounts'>,
): Promise<boolean> {
  return (await store.accounts.findPassword(account.id)) === hash
}
