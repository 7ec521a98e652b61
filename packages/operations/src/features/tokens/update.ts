import { AccountToken } from '@footfall/core-domain'
import { scopeSet } from '@footfall/scopes-policy'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY, revisionField } from '../../definition/index.ts'
import { tokenNameWarnings } from '../../warnings/names.ts'
import { uselessAccessWarnings } from '../../warnings/useless-access.ts'
import { changeableToken, tokenParams } from './changeable.ts'
import { dependentsWarnings } from './dependents-warnings.ts'
import { commitTokenChange, planTokenChange, tokenChangeSummary } from './token-change.ts'
import { tokenFields } from './token-fields.ts'

export const updateToken = defineWrite({
  name: 'dashboard_tokens_update',
  method: 'PATCH',
  path: '/api/v1/access-tokens/{token_id}',
  title: 'Change an account token',
  activity: 'Token changed',
  description:
    'Changes the name, scopes, products, limits or expiry of an active token; an `expires_at` of null removes the expiry. It can never have more access than its parent. Any change other than the name, or to more networks, disables its descendants and the Website API keys issued by it or them.',
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
      approval: tokenFields.approval.optional(),
      allowed_networks: tokenFields.allowed_networks.optional(),
      expires_at: tokenFields.expires_at.nullable().optional(),
      ...revisionField,
    })
    .refine(({ revision: _, ...given }) => Object.keys(given).length > 0, 'must hold at least one change'),
  output: AccountToken,
  destructive: true,
  recentSignIn: true,
  examples: [{ path: { token_id: 'token' }, body: { name: 'Renamed' } }],
  async plan(call, { token_id, revision, ...given }) {
    const { store, clock } = call
    const token = await changeableToken(call, token_id, revision)
    const planned = await planTokenChange(token, given, call)
    return {
      summary: tokenChangeSummary(planned),
      changes: planned.changes,
      before: planned.before,
      names: planned.names,
      revision: token.revision,
      warnings: async () => [
        ...(planned.changesPermissions ? dependentsWarnings(await store.tokens.dependents(token.id)) : []),
        ...(planned.changesPermissions ? uselessAccessWarnings([...scopeSet(planned.next.scopes)], planned.next) : []),
        ...(given.name === undefined ? [] : await tokenNameWarnings(call, given.name, token.id)),
      ],
      commit: async ({ store }) => ({
        result: await commitTokenChange(planned, { store, clock }),
        subject: token.id,
      }),
    }
  },
})
