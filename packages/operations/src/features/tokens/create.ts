import { AccountToken } from '@footfall/core-domain'
import { z } from 'zod'
import { created, defineWrite } from '../../definition/index.ts'
import { notifyOwner } from '../../messages/notify-owner.ts'
import { tokenNameWarnings } from '../../warnings/names.ts'
import { uselessAccessWarnings } from '../../warnings/useless-access.ts'
import { delegatingToken } from './delegating-token.ts'
import { issueToken, planToken } from './issue-token.ts'
import { limitsSet } from './limits-text.ts'
import { tokenFields } from './token-fields.ts'
import { accessInWords, namesOfProducts } from './token-in-words.ts'

export const createToken = defineWrite({
  name: 'service_tokens_create',
  method: 'POST',
  path: '/api/v1/access-tokens',
  title: 'Delegate an account token',
  activity: 'Token created',
  description:
    'Creates a child of the calling token, at most eight levels deep, which can do no more than the caller and ends with it. What is left out is as the caller has it. The secret is only in this response.',
  scope: 'tokens:write',
  product: 'none',
  role: null,
  errors: ['delegation_exceeded', 'quota_exceeded'],
  body: z.strictObject({
    name: tokenFields.name.meta({ description: 'What people call it.' }),
    scopes: tokenFields.scopes.meta({ description: 'What it may do.' }),
    products: tokenFields.products.meta({ description: 'What it reaches.' }),
    read_only: tokenFields.read_only.optional(),
    toolsets: tokenFields.toolsets.optional(),
    preview_first: tokenFields.preview_first.optional(),
    approval: tokenFields.approval.optional(),
    allowed_networks: tokenFields.allowed_networks.optional(),
    expires_at: tokenFields.expires_at.optional().meta({ description: 'RFC 3339.' }),
  }),
  output: AccountToken,
  creates: true,
  recentSignIn: true,
  examples: [
    { body: { name: 'Child', scopes: ['analytics:read'], products: { mode: 'all' } } },
    { body: { name: 'Child', scopes: ['products:read'], products: { mode: 'all' } } },
  ],
  async plan(call, { name, expires_at, ...asked }) {
    const parent = await delegatingToken(call)
    const planned = await planToken({ name, expires_at, ...asked }, parent, call)
    const { scopes, products, expires_at: expiresAt, allowed_networks: networks = [], ...limits } = planned
    const names = await namesOfProducts(call, [products])
    const access = accessInWords({ ...planned, allowed_networks: networks }, names)
    return {
      summary: `Create the token “${name}”${parent === undefined ? '' : ` under “${parent.name}”`}: ${access}.`,
      changes: created({
        name,
        scopes,
        products,
        ...limitsSet(limits),
        ...(networks.length > 0 && { allowed_networks: networks }),
        expires_at: expiresAt,
      }),
      names,
      makesSecret: true,
      revision: null,
      warnings: async () => [...uselessAccessWarnings(scopes, limits), ...(await tokenNameWarnings(call, name))],
      async commit({ store }) {
        const { token, secret, stored } = await issueToken(planned, parent, { ...call, store })
        // What a token delegates is in the audit log; a person hears of what was made in their name.
        if (parent === undefined) await notifyOwner(store, call, { kind: 'token_created', name, prefix: stored.prefix })
        return { result: token, secret, subject: token.id }
      },
    }
  },
})
