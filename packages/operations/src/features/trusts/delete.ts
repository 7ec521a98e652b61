import { TrustId } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, diff, PEOPLE_ONLY } from '../../definition/index.ts'
import { tokenParams } from '../tokens/changeable.ts'
import { ownToken } from '../tokens/own-token.ts'
import { removalSummary, removeTrust, trustOf } from './remove-trust.ts'

export const deleteTrust = defineWrite({
  name: 'dashboard_trusts_delete',
  method: 'DELETE',
  path: '/api/v1/access-tokens/{token_id}/trusts/{trust_id}',
  title: 'Remove a trust',
  activity: 'Trust removed',
  description:
    'Removes a trust for good. The tokens that it made are revoked, and with them what they issued, from the next request on.',
  scope: 'tokens:write',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  params: { ...tokenParams, trust_id: TrustId },
  output: z.object({
    id: TrustId,
    deleted: z.literal(true),
    revoked_tokens: z.int().meta({ description: 'How many active tokens it had made.' }),
  }),
  destructive: true,
  examples: [{ path: { token_id: 'trusting token', trust_id: 'trust' } }],
  async plan({ store, account, clock }, { token_id, trust_id }) {
    const token = await ownToken(store, { account, caller: undefined }, token_id)
    const trust = await trustOf(store, token, trust_id)
    const { issuer, audience, subject } = trust
    return {
      summary: removalSummary(trust, token),
      changes: diff({ issuer, audience, subject }, {}),
      revision: null,
      async commit({ store }) {
        const revoked_tokens = await removeTrust(trust, { store, clock })
        return { result: { id: trust.id, deleted: true as const, revoked_tokens }, subject: token.id }
      },
    }
  },
})
