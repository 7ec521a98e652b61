import { type AccountId, type AuditEntry, ProductId, type Store, Timestamp } from '@footfall/core-domain'
import { z } from 'zod'

export const Activity = z.object({
  id: z.string(),
  at: Timestamp,
  operation: z.string().meta({ description: 'The operation, such as service_products_update.' }),
  product: ProductId.nullable(),
  summary: z.string(),
  changes: z.array(z.object({ path: z.string(), from: z.unknown(), to: z.unknown() })),
  channel: z.enum(['rest', 'mcp', 'dashboard', 'cli']),
  actor: z.object({
    kind: z.enum(['account_token', 'website_key', 'oauth_connection', 'session', 'operator', 'anonymous']),
    credential: z.string().nullable().meta({ description: 'Identifier of the credential that was used.' }),
    name: z.string().nullable().meta({
      description: 'Name of the account of the credential; “deleted account” if it was deleted.',
    }),
  }),
  address: z.string().optional().meta({ description: 'IP address of the request.' }),
  approved_by: z.string().optional().meta({ description: 'Name of the person who approved it, if it needed one.' }),
  can_undo: z
    .boolean()
    .meta({ description: 'Whether the opposite is known; until a newer change builds on this one, it can be made.' }),
})

export async function shown(entries: readonly AuditEntry[], store: Store): Promise<z.input<typeof Activity>[]> {
  const names = await accountNames(entries, store)
  return entries.map(
    ({ id, at, operation, product, summary, changes, channel, actor, address, approved_by, undo }) => ({
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
      ...(approved_by !== undefined && { approved_by: names.get(approved_by) ?? DELETED_ACCOUNT }),
      can_undo: undo !== undefined,
    }),
  )
}

/** An entry outlives the account that it names. */
const DELETED_ACCOUNT = 'deleted account'

/** Few people make many changes, so each is looked up once. */
async function accountNames(entries: readonly AuditEntry[], store: Store): Promise<ReadonlyMap<AccountId, string>> {
  const ids = new Set(
    entries.flatMap(({ actor, approved_by }) => [actor.account, approved_by].filter((id) => id !== undefined)),
  )
  const accounts = await Promise.all([...ids].map((id) => store.accounts.find(id)))
  return new Map(accounts.flatMap((account) => (account === undefined ? [] : [[account.id, account.name] as const])))
}
