import { AccountToken } from '@footfall/core-domain'
import { z } from 'zod'
import { type AccountCall, defineWrite, PEOPLE_ONLY, revisionField } from '../../definition/index.ts'
import { notifyOwner } from '../../messages/notify-owner.ts'
import { changeableToken, tokenParams } from './changeable.ts'
import { dependentsWarnings } from './dependents-warnings.ts'
import { assertWithinPolicy } from './policy-rules.ts'
import { scopesToKeep } from './scopes-to-keep.ts'
import { commitTokenChange, planTokenChange, replaceTokenSecret } from './token-change.ts'
import { tokenFields } from './token-fields.ts'
import { accessInWords } from './token-in-words.ts'
import { unusedScopes } from './unused-scopes.ts'

export const shrinkToken = defineWrite({
  name: 'dashboard_tokens_shrink',
  method: 'POST',
  path: '/api/v1/access-tokens/{token_id}/shrink',
  title: 'Shrink an account token to what it uses',
  activity: 'Token shrunk',
  description:
    'Takes scopes from an active token and gives it a new secret, which is only in this response: the old secret, which had more access, fails from the next request on. Without `scopes` it keeps those that were used in the last 30 days. Its descendants and the Website API keys issued by it or them are disabled.',
  scope: 'tokens:write',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['delegation_exceeded', 'revision_conflict'],
  params: tokenParams,
  body: z.strictObject({
    scopes: tokenFields.scopes.optional().meta({ description: 'What it keeps, fewer than it has.' }),
    ...revisionField,
  }),
  output: AccountToken,
  creates: true,
  destructive: true,
  recentSignIn: true,
  examples: [{ path: { token_id: 'wide token' }, body: { scopes: ['analytics:read'] } }],
  async plan(call, { token_id, scopes: asked, revision }) {
    const { store, clock, random } = call
    const token = await changeableToken(call, token_id, revision)
    const scopes = await scopesToKeep(token, asked, call)
    await assertWithinPolicy(call, token.expires_at, 'person')
    const planned = await planTokenChange(token, { scopes }, call)
    const lost = token.scopes.filter((scope) => !scopes.some((kept) => kept === scope))
    const access = accessInWords({ ...planned.next, scopes: [...scopes] }, planned.names)
    return {
      summary: `Shrink the token “${token.name}” (${token.prefix}…), which loses ${lost.join(', ')} and gets a new secret: ${access}.`,
      changes: [...planned.changes, { path: 'secret', from: `${token.prefix}…`, to: 'a new one' }],
      names: planned.names,
      revision: token.revision,
      warnings: async () => [
        `What uses the secret ${token.prefix}… stops working with its next request.`,
        ...(await recentlyUsedWarnings(call, token, lost)),
        ...dependentsWarnings(await store.tokens.dependents(token.id)),
      ],
      async commit({ store }) {
        await commitTokenChange(planned, { store, clock })
        const { token: result, secret } = await replaceTokenSecret(token, { store, clock, random })
        await notifyOwner(store, call, { kind: 'token_replaced', name: token.name, prefix: result.prefix })
        return { result, secret, subject: token.id }
      },
    }
  },
})

/** What a person who chose the scopes may have missed. */
async function recentlyUsedWarnings({ store, clock }: AccountCall, token: AccountToken, lost: readonly string[]) {
  const uses = await store.scopeUses.ofToken(token.id)
  const unused = unusedScopes(token, uses, clock.now())
  return lost.flatMap((scope) => {
    const used = uses.uses.get(scope)
    return used === undefined || unused.includes(scope) ? [] : [`${scope} was last used at ${used}.`]
  })
}
