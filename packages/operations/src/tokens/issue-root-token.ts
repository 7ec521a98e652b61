import {
  type AccountId,
  type AccountToken,
  AccountToken as AccountTokenEntity,
  type Clock,
  type IdFactory,
  InvalidRequest,
  mintSecret,
  NotFound,
  parseInput,
  type RandomSource,
  type Secret,
  ProductSelection as Selection,
  Timestamp,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import { SCOPES, type Scope, selectionProblem } from '@footfall/scopes-policy'
import { z } from 'zod'
import { assertProductsOfAccount } from './products-of-account.ts'

export const NewRootToken = z.strictObject({
  name: AccountTokenEntity.shape.name,
  scopes: z.array(z.enum(SCOPES)).min(1),
  products: Selection,
  expires_at: Timestamp.optional(),
})

export interface IssueServices {
  readonly store: WritableStore
  readonly clock: Clock
  readonly random: RandomSource
  readonly ids: IdFactory
}

/**
 * Issues a token of depth 0, as a person does in the dashboard or an operator at the command line. The secret is in
 * the answer and nowhere else. Throws `InvalidRequest` and, for an account that does not exist, `NotFound`.
 */
export async function issueRootToken(
  account: AccountId,
  request: z.input<typeof NewRootToken>,
  { store, clock, random, ids }: IssueServices,
): Promise<{ token: AccountToken; secret: Secret }> {
  const { name, scopes, products, expires_at } = parseInput(NewRootToken, request)
  if ((await store.accounts.find(account)) === undefined) throw new NotFound()
  const problem = selectionProblem(scopes, products)
  if (problem !== undefined) throw new InvalidRequest([{ path: 'products', message: problem }])
  await assertProductsOfAccount(account, products, store)
  const now = timestamp(clock.now())
  if (expires_at !== undefined && expires_at <= now) {
    throw new InvalidRequest([{ path: 'expires_at', message: 'must lie in the future' }])
  }
  const { secret, stored } = mintSecret('account_token', random)
  const token: AccountToken = {
    id: ids.token(),
    name,
    prefix: stored.prefix,
    scopes: inOrder(scopes),
    products,
    parent_id: null,
    depth: 0,
    status: 'active',
    expires_at: expires_at ?? null,
    created_at: now,
    last_used_at: null,
    revision: 1,
    updated_at: now,
  }
  await store.tokens.insert(account, token, stored)
  return { token, secret }
}

/** Each scope once, in the order of the table. */
function inOrder(scopes: readonly Scope[]): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope))
}
