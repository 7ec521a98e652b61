import { type AccountToken, InvalidToken } from '@footfall/core-domain'
import type { AccountCall } from '../../definition/index.ts'
import { callingToken } from './calling-token.ts'

/**
 * The token that hands on access, as it is now; undefined for a person, who hands on what is theirs. Throws
 * `InvalidToken` where the token has ended since the call was admitted.
 */
export async function delegatingToken({
  store,
  principal,
}: Pick<AccountCall, 'store' | 'principal'>): Promise<AccountToken | undefined> {
  const caller = callingToken(principal)
  if (caller === undefined) return undefined
  const record = await store.tokens.find(caller.token)
  if (record?.token.status !== 'active') throw new InvalidToken(true)
  return record.token
}
