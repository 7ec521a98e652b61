import {
  type AccountId,
  type AccountToken,
  AccountToken as AccountTokenEntity,
  type Clock,
  existing,
  type IdFactory,
  parseInput,
  type RandomSource,
  type Secret,
  ProductSelection as Selection,
  type Store,
  Timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import { SCOPES, type Scope } from '@footfall/scopes-policy'
import { z } from 'zod'
import { assertInFuture, assertSelection, newToken } from './new-token.ts'
import { assertWithinPolicy } from './policy-rules.ts'
import { assertProductsOfAccount } from './products-of-account.ts'
import { tokenFields } from './token-fields.ts'

export const NewRootToken = z.strictObject({
  name: AccountTokenEntity.shape.name,
  scopes: z.array(z.enum(SCOPES)).min(1),
  products: Selection,
  read_only: tokenFields.read_only.default(false),
  toolsets: tokenFields.toolsets.default(null),
  preview_first: tokenFields.preview_first.default(false),
  approval: tokenFields.approval.default(false),
  allowed_networks: tokenFields.allowed_networks.default([]),
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
  services: IssueServices,
): Promise<{ token: AccountToken; secret: Secret }> {
  const given = await checkRootToken(account, request, services)
  const { token, secret, stored } = newToken(given, undefined, services)
  await services.store.tokens.insert(account, token, stored)
  return { token, secret }
}

/** What such a token would be, by the same rules, with the same errors; nothing is written. */
export async function checkRootToken(
  account: AccountId,
  request: z.input<typeof NewRootToken>,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
) {
  const { scopes, expires_at, ...rest } = parseInput(NewRootToken, request)
  existing(await store.accounts.find(account))
  assertSelection(scopes, rest.products)
  await assertProductsOfAccount(account, rest.products, store)
  assertInFuture(expires_at, clock)
  await assertWithinPolicy({ store, account, clock }, expires_at ?? null, 'person')
  return { ...rest, scopes: inOrder(scopes), expires_at: expires_at ?? null }
}

/** Each scope once, in the order of the table. */
function inOrder(scopes: readonly Scope[]): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope))
}
