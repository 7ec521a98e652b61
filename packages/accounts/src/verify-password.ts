import { type Account, Email, type Store } from '@footfall/core-domain'
import { matchesHash } from './password-hash.ts'

/** A well-formed hash that no password has been made for. */
const NOBODYS_HASH = `${'0'.repeat(32)}:${'0'.repeat(128)}`

export interface EmailAndPassword {
  readonly email: string
  readonly password: string
}

/** The account that this e-mail address and password belong to. */
export async function verifyPassword(
  store: Pick<Store, 'accounts'>,
  presented: EmailAndPassword,
): Promise<Account | undefined> {
  return (await provePassword(store, presented))?.account
}

/** A password that was right when it was looked at; another hash afterwards means that it was changed meanwhile. */
export interface ProvenPassword {
  readonly account: Account
  readonly hash: string
}

/**
 * An unknown address costs as much time as a wrong password, so that the time taken does not tell which addresses have
 * accounts.
 */
export async function provePassword(
  store: Pick<Store, 'accounts'>,
  { email, password }: EmailAndPassword,
): Promise<ProvenPassword | undefined> {
  const address = Email.safeParse(email)
  const account = address.success ? await store.accounts.findByEmail(address.data) : undefined
  const hash = account && (await store.accounts.findPassword(account.id))
  const matches = await matchesHash(password, hash ?? NOBODYS_HASH)
  return account !== undefined && hash !== undefined && matches ? { account, hash } : undefined
}

/** Whether it is the account's password still. */
export async function isStillProven(
  { account, hash }: ProvenPassword,
  store: Pick<Store, 'accounts'>,
): Promise<boolean> {
  return (await store.accounts.findPassword(account.id)) === hash
}
