import { type AccountId, type AuditEntry, ProductId, type Store, Timestamp, TokenId } from '@footfall/core-domain'
import { z } from 'zod'
import { defineAccountRead, defineProductRead } from '../definition/operation.ts'
import { pageInfo, pageRequest, pagingQuery } from '../paging.ts'
import { ownToken } from '../tokens/own-token.ts'

const Activity = z.object({
  id: z.string(),
  at: Timestamp,
  operation: z.string().meta({ description: 'What was called, such as service_products_update.' }),
  product: ProductId.nullable(),
  summary: z.string(),
  changes: z.array(z.object({ path: z.string(), from: z.unknown(), to: z.unknown() })),
  channel: z.enum(['rest', 'mcp', 'dashboard', 'cli']),
  actor: z.object({
    kind: z.enum(['account_token', 'website_key', 'oauth_connection', 'session', 'operator', 'anonymous']),
    credential: z.string().nullable().meta({ description: 'Identifier of the credential that was used.' }),
    name: z.string().nullable().meta({
      description: 'Name of the account that the credential belongs to; “deleted account” for one that is gone.',
    }),
  }),
  address: z.string().optional().meta({ description: 'Network address that the request came from.' }),
})

export const productActivity = defineProductRead({
  name: 'dashboard_product_activity',
  path: '/api/v1/products/{product}/activity',
  product: 'path',
  title: 'List what was changed',
  description:
    'Lists the changes of a product, newest first: what was changed from what to what, by which credential, over which channel and from which address.',
  query: pagingQuery,
  output: z.array(Activity),
  paged: true,
  async run({ store, product }, input) {
    const page = await store.audit.pageForProduct(product.id, pageRequest(input))
    return { data: await shown(page.rows, store), page: pageInfo(input, page) }
  },
})

export const tokenActivity = defineAccountRead({
  name: 'dashboard_tokens_activity',
  path: '/api/v1/access-tokens/{token_id}/activity',
  title: 'List what a token did',
  description:
    'Lists the changes that a token or one delegated from it made, and those that were made to it, newest first.',
  params: { token_id: TokenId },
  query: pagingQuery,
  output: z.array(Activity),
  paged: true,
  async run({ store, account }, { token_id, ...input }) {
    const token = await ownToken(store, { account, caller: undefined }, token_id)
    const page = await store.audit.pageForToken(token.id, pageRequest(input))
    return { data: await shown(page.rows, store), page: pageInfo(input, page) }
  },
})

async function shown(entries: readonly AuditEntry[], store: Store): Promise<z.input<typeof Activity>[]> {
  const names = await accountNames(entries, store)
  return entries.map(({ id, at, operation, product, summary, changes, channel, actor, address }) => ({
    id,
    at,
    operation,
    product: product ?? null,
    summary,
    changes: [...changes],
    channel,
    actor: {
      kind: actor.kind,
      credential: actor.credential ?? null,
      name: actor.account === undefined ? null : (names.get(actor.account) ?? DELETED_ACCOUNT),
    },
    ...(address !== undefined && { address }),
  }))
}

/** An entry outlives the account that it names. */
const DELETED_ACCOUNT = 'deleted account'

/** Few people make many changes, so each is looked up once. */
async function accountNames(entries: readonly AuditEntry[], store: Store): Promise<ReadonlyMap<AccountId, string>> {
  const ids = new Set(entries.flatMap(({ actor }) => (actor.account === undefined ? [] : [actor.account])))
  const accounts = await Promise.all([...ids].map((id) => store.accounts.find(id)))
  return new Map(accounts.flatMap((account) => (account === undefined ? [] : [[account.id, account.name] as const])))
}
