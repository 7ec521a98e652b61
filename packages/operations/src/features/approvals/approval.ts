import {
  AccountId,
  ApprovalId,
  type Approval as ApprovalRecord,
  DAY_MS,
  NotFound,
  ProductId,
  RoleForbidden,
  Timestamp,
  timestamp,
} from '@footfall/core-domain'
import { z } from 'zod'
import type { AccountCall } from '../../definition/index.ts'
import { restoredPrincipal } from './stored-principal.ts'

/** How long a change waits for a person. */
export const WAITS_MS = DAY_MS
/** How long the record of its key and what became of it last: 24 hours beyond the last moment of a decision. */
export const KEPT_MS = 2 * DAY_MS

export const approvalPath = (id: string) => `/account/approvals/${id}`

export const Approval = z.object({
  id: ApprovalId,
  state: z.enum(['waiting', 'executed', 'declined', 'expired']),
  operation: z.string().meta({ description: 'The operation, such as service_products_update.' }),
  product: z.object({ id: ProductId, name: z.string() }).nullable(),
  summary: z.string().meta({ description: 'What the preview said.' }),
  changes: z.array(z.object({ path: z.string(), from: z.unknown(), to: z.unknown() })),
  names: z.record(z.string(), z.string()).meta({ description: 'Names of the ids in `changes`.' }),
  credential: z.object({
    kind: z.enum(['account_token', 'oauth_connection']),
    id: z.string(),
    name: z.string().nullable().meta({
      description: 'Of a token, or what a connected app calls itself; null if it no longer exists.',
    }),
    account: z.object({ id: AccountId, name: z.string() }),
  }),
  channel: z.enum(['rest', 'mcp', 'dashboard', 'cli']),
  address: z.string().nullable().meta({ description: 'IP address of the request.' }),
  created_at: Timestamp,
  expires_at: Timestamp.meta({ description: 'Until then it can be decided.' }),
  decision: z
    .object({
      at: Timestamp,
      by: z.string().nullable().meta({ description: 'Name of the person; null if nobody decided.' }),
      words: z.string().nullable().meta({ description: 'The words of the person, or why it was not executed.' }),
    })
    .nullable(),
})
export type Approval = z.infer<typeof Approval>

/** An approval whose time ended has expired, whether or not the service has marked it. */
export function stateOf({ decision, expires_at }: ApprovalRecord, now: Timestamp): Approval['state'] {
  return decision?.state ?? (expires_at <= now ? 'expired' : 'waiting')
}

/** The operation, its product and its input, as `OtherWrites` takes them. */
export const changeOf = ({ operation, product, input }: ApprovalRecord) => ({ operation, product, input })

/**
 * The approval, if the person may decide it: for a change of a product, who may make that change; for any other, the account
 * of the credential. Throws `NotFound` and `RoleForbidden`, and `ReauthenticationRequired` as the change itself does.
 */
export async function decidable(call: AccountCall, id: ApprovalId): Promise<ApprovalRecord> {
  const approval = await call.store.approvals.find(id)
  if (approval === undefined) throw new NotFound()
  if (approval.product === undefined && approval.account !== call.account) throw new NotFound()
  const mine = await call.otherWrites.authorize(call, call.principal, changeOf(approval), 'dashboard')
  if (approval.product === undefined) return approval
  try {
    // Some writes need a higher role for some input, such as the role of an owner to make an owner.
    await mine.plan()
  } catch (error) {
    if (error instanceof RoleForbidden) throw error
    // Whether it can still be executed is checked for the credential.
  }
  return approval
}

/** Whether the person may decide it. */
export async function mayDecide(call: AccountCall, id: ApprovalId): Promise<boolean> {
  try {
    await decidable(call, id)
    return true
  } catch (error) {
    if (error instanceof NotFound || error instanceof RoleForbidden) return false
    throw error
  }
}

export async function shownApproval(call: AccountCall, approval: ApprovalRecord): Promise<z.input<typeof Approval>> {
  const { store, account, clock } = call
  const { id, product, decision, address } = approval
  const owned = product && (await store.products.findOwnedFor(account, product))
  const [person, decider] = await Promise.all([
    store.accounts.find(approval.account),
    decision?.by === undefined ? undefined : store.accounts.find(decision.by),
  ])
  return {
    id,
    state: stateOf(approval, timestamp(clock.now())),
    operation: approval.operation,
    product: owned === undefined ? null : { id: owned.product.id, name: owned.product.name },
    summary: approval.summary,
    changes: [...approval.changes],
    names: approval.names,
    credential: {
      ...(await shownCredential(call, approval)),
      account: { id: approval.account, name: person?.name ?? 'deleted account' },
    },
    channel: approval.channel,
    address: address ?? null,
    created_at: approval.created_at,
    expires_at: approval.expires_at,
    decision:
      decision === undefined ? null : { at: decision.at, by: decider?.name ?? null, words: decision.words ?? null },
  }
}

/** What the credential is and what it is called. */
export async function shownCredential(
  { store }: Pick<AccountCall, 'store'>,
  { principal, account }: Pick<ApprovalRecord, 'principal' | 'account'>,
): Promise<Pick<Approval['credential'], 'kind' | 'id' | 'name'>> {
  const credential = restoredPrincipal(principal)
  switch (credential.kind) {
    case 'account_token': {
      const { kind, token: id } = credential
      return { kind, id, name: (await store.tokens.find(id))?.token.name ?? null }
    }
    case 'oauth_connection': {
      const { kind, connection: id } = credential
      return { kind, id, name: (await store.connectedApps.find(account, id))?.client_name ?? null }
    }
  }
}
