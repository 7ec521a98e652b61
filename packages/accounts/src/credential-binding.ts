import { createHash } from 'node:crypto'
import type { Account } from '@footfall/core-domain'

/** A hash that changes with the address and the password of the account. */
export function bindingOf({ email }: Pick<Account, 'email'>, passwordHash: string | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify([email, passwordHash ?? null]))
    .digest('hex')
}
