import { type AccountToken, TokenId } from '@footfall/core-domain'
import { type AccountCall, assertRevision } from '../../definition/index.ts'
import { ownToken } from './own-token.ts'
import { assertChangeable } from './token-change.ts'

export const tokenParams = { token_id: TokenId }

export async function changeableToken(
  { store, account }: AccountCall,
  id: TokenId,
  revision: number | undefined,
): Promise<AccountToken> {
  const token = await ownToken(store, { account, caller: undefined }, id)
  assertRevision(token, revision)
  assertChangeable(token)
  return token
}
