import type { Account, Store } from '@footfall/core-domain'
import { matchesHash } from './password-hash.ts'

/** A well-formed hash that no password has been made for. */
const NOBODYS_HASH = `${'0'.repeat(32)}:${'0'.repeat(128)}`

/**
 * The account that this e-mail address and password belong to. An unknown address costs as much time as a wrong
 * password, so that the time taken does not tell which addresses have accounts.
 */
export async function verifyPassword(
  store: Pick<Store, 'accounts'>,
  { email, password }: { email: string; password: string },
): Promise<Account | undefined> {
  const account = await store.accounts.findByEmail(email.trim())
  const hash = account && (await store.accounts.findPassword(account.id))
  const matches = await matchesHash(password, hash ?? NOBODYS_HASH)
  return hash !== undefined && matches ? account : undefined
}
