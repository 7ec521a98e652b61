import { type AccountToken, InvalidRequest, TokenId } from '@footfall/core-domain'
import { type AccountCall, assertRevision } from '../../definition/index.ts'
import { ownToken } from '../../tokens/own-token.ts'

export const tokenParams = { token_id: TokenId }

export async function changeableToken(
  { store, account }: AccountCall,
  id: TokenId,
  revision: number | undefined,
): Promise<AccountToken> {
  const token = await ownToken(store, { account, caller: undefined }, id)
  assertRevision(token, revision)
  if (token.status !== 'active') {
    throw new InvalidRequest([{ path: 'token_id', message: `is ${token.status}; only an active token can be changed` }])
  }
  return token
}
