import { AccountToken } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY, revisionField } from '../../definition/index.ts'
import { notifyOwner } from '../../messages/notify-owner.ts'
import { changeableToken, tokenParams } from './changeable.ts'
import { dependentsWarnings } from './dependents-warnings.ts'
import { assertWithinPolicy } from './policy-rules.ts'
import { replaceTokenSecret } from './token-change.ts'

export const replaceToken = defineWrite({
  name: 'dashboard_tokens_replace',
  method: 'POST',
  path: '/api/v1/access-tokens/{token_id}/replacement',
  title: 'Replace the secret of an account token',
  activity: 'Token replaced',
  description:
    'Replaces the secret of an active token. The new secret is only in this response; the old one fails from the next request on. Its descendants and the Website API keys issued by it or them are disabled. A token whose end is beyond the token policy of the account gets another end first.',
  scope: 'tokens:write',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['revision_conflict'],
  params: tokenParams,
  body: z.strictObject({ ...revisionField }),
  output: AccountToken,
  creates: true,
  destructive: true,
  recentSignIn: true,
  examples: [{ path: { token_id: 'token' }, body: {} }],
  async plan(call, { token_id, revision }) {
    const { store, clock, random } = call
    const token = await changeableToken(call, token_id, revision)
    await assertWithinPolicy(call, token.expires_at, 'person')
    return {
      summary: `Replace the secret of the token “${token.name}” (${token.prefix}…).`,
      changes: [{ path: 'secret', from: `${token.prefix}…`, to: 'a new one' }],
      revision: token.revision,
      warnings: async () => [
        `What uses the secret ${token.prefix}… stops working with its next request.`,
        ...dependentsWarnings(await store.tokens.dependents(token.id)),
      ],
      async commit({ store }) {
        const { token: result, secret } = await replaceTokenSecret(token, { store, clock, random })
        await notifyOwner(store, call, { kind: 'token_replaced', name: token.name, prefix: result.prefix })
        return { result, secret, subject: token.id }
      },
    }
  },
})
