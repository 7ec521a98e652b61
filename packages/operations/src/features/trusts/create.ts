import { TokenTrust } from '@footfall/core-domain'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { notifyOwner } from '../../messages/notify-owner.ts'
import { changeableToken, tokenParams } from '../tokens/changeable.ts'
import { namesOfProducts } from '../tokens/token-in-words.ts'
import { insertTrust, planTrust, trustChanges, trustSummary } from './plan-trust.ts'
import { NewTrust } from './trust-fields.ts'

export const createTrust = defineWrite({
  name: 'dashboard_trusts_create',
  method: 'POST',
  path: '/api/v1/access-tokens/{token_id}/trusts',
  title: 'Trust a workload',
  activity: 'Trust added',
  description:
    'Lets workloads that an issuer identifies, such as the jobs of a repository, exchange their identity token at /oauth/token for a short-lived child of the token, with no more scopes, products or lifetime than the token and with its limits at least. No secret is made.',
  scope: 'tokens:write',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['delegation_exceeded', 'already_exists', 'quota_exceeded'],
  params: tokenParams,
  body: NewTrust,
  output: TokenTrust,
  creates: true,
  recentSignIn: true,
  examples: [
    {
      path: { token_id: 'token' },
      body: {
        issuer: 'https://token.actions.githubusercontent.com',
        audience: 'https://stats.example',
        subject: 'repo:acme/site:ref:refs/heads/main',
        scopes: ['team:read'],
        products: { mode: 'all' },
      },
    },
  ],
  async plan(call, { token_id, ...given }) {
    const token = await changeableToken(call, token_id, undefined)
    const trust = await planTrust(token, given, call)
    return {
      summary: trustSummary(trust, token),
      changes: trustChanges(trust),
      names: await namesOfProducts(call, [trust.products]),
      revision: null,
      async commit({ store }) {
        await insertTrust(store, trust)
        const { issuer, subject } = trust
        await notifyOwner(store, call, { kind: 'trust_added', name: token.name, issuer, subject })
        return { result: trust, subject: token.id }
      },
    }
  },
})
