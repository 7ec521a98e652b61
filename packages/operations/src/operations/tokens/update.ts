import {
  AccountToken,
  accessLimits,
  type CredentialLimits,
  DelegationExceeded,
  existing,
  type ProductSelection,
  type Store,
  timestamp,
} from '@footfall/core-domain'
import { delegationExcess, scopeSet } from '@footfall/scopes-policy'
import { z } from 'zod'
import { defineWrite, diff, PEOPLE_ONLY, revisionField } from '../../definition/index.ts'
import { delegatorOf } from '../../tokens/delegator.ts'
import { dependentsWarnings } from '../../tokens/dependents-warnings.ts'
import { assertInFuture, assertSelection } from '../../tokens/new-token.ts'
import { assertProductsOfAccount } from '../../tokens/products-of-account.ts'
import { tokenFields } from '../../tokens/token-fields.ts'
import { changeableToken, tokenParams } from './changeable.ts'

export const updateToken = defineWrite({
  name: 'dashboard_tokens_update',
  method: 'PATCH',
  path: '/api/v1/access-tokens/{token_id}',
  title: 'Change an account token',
  description:
    'Changes the name, scopes, products, limits or expiry of an active token; an `expires_at` of null removes the expiry. It can never have more access than its parent. Any change other than the name disables its descendants and the Website API keys issued by it or them.',
  scope: 'tokens:write',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['delegation_exceeded', 'revision_conflict'],
  params: tokenParams,
  body: z
    .strictObject({
      name: tokenFields.name.optional(),
      scopes: tokenFields.scopes.optional(),
      products: tokenFields.products.optional(),
      read_only: tokenFields.read_only.optional(),
      toolsets: tokenFields.toolsets.optional(),
      preview_first: tokenFields.preview_first.optional(),
      expires_at: tokenFields.expires_at.nullable().optional(),
      ...revisionField,
    })
    .refine(({ revision: _, ...given }) => Object.keys(given).length > 0, 'must hold at least one change'),
  output: AccountToken,
  destructive: true,
  recentSignIn: true,
  async plan(call, { token_id, revision, ...given }) {
    const { store, clock } = call
    const token = await changeableToken(call, token_id, revision)
    const next = {
      name: given.name ?? token.name,
      scopes: given.scopes ?? token.scopes,
      products: given.products ?? token.products,
      read_only: given.read_only ?? token.read_only,
      toolsets: given.toolsets === undefined ? token.toolsets : given.toolsets,
      preview_first: given.preview_first ?? token.preview_first,
      expires_at: given.expires_at === undefined ? token.expires_at : given.expires_at,
    }
    assertInFuture(given.expires_at, clock)
    const changesPermissions = permissionsOf(next) !== permissionsOf(token)
    if (changesPermissions) {
      assertSelection(scopeSet(next.scopes), next.products)
      await assertWithinParent(store, token, next)
      if (given.products !== undefined) await assertProductsOfAccount(call.account, given.products, store)
    }
    const { name, scopes, products, expires_at, read_only, toolsets, preview_first } = token
    const changes = diff({ name, scopes, products, read_only, toolsets, preview_first, expires_at }, next)
    return {
      summary: `Change ${changes.length === 0 ? 'nothing' : [...new Set(changes.map(({ path }) => path.split('.')[0]))].join(', ')} of the token “${name}” (${token.prefix}…).`,
      changes,
      revision: token.revision,
      warnings: async () => (changesPermissions ? dependentsWarnings(await store.tokens.dependents(token.id)) : []),
      async commit({ store }) {
        const at = timestamp(clock.now())
        const result = changes.length === 0 ? token : await store.tokens.change(token.id, next, at)
        if (changesPermissions) {
          await store.tokens.disableDependents(token.id, `Its ancestor ${token.id} was changed.`, at)
        }
        return { result, subject: token.id }
      },
    }
  },
})

/** A changed token narrows its parent just as it had to when it was made. */
async function assertWithinParent(
  store: Store,
  { parent_id }: AccountToken,
  { scopes, products, expires_at, ...limits }: Permissions,
): Promise<void> {
  if (parent_id === null) return
  const { token: parent } = existing(await store.tokens.find(parent_id))
  const request = { scopes: [...scopeSet(scopes)], products, limits: accessLimits(limits), expiresAt: expires_at }
  const excess = delegationExcess(delegatorOf(parent), request, 'parent token')
  if (excess !== undefined) throw new DelegationExceeded(excess.detail)
}

type Permissions = Pick<AccountToken, 'scopes' | 'products' | 'expires_at' | keyof CredentialLimits>

/** What a token may do and until when, as a text that is equal for equal permissions in any order. */
function permissionsOf({ scopes, products, expires_at, read_only, toolsets, preview_first }: Permissions) {
  const limits = [read_only, toolsets && [...toolsets].sort(), preview_first]
  return JSON.stringify([[...scopes].sort(), inAnyOrder(products), limits, expires_at])
}

function inAnyOrder(products: ProductSelection): unknown {
  return products.mode === 'all' ? 'all' : [...new Set(products.ids)].sort()
}
