import {
  type AccountId,
  AccountToken,
  type AuditFacts,
  type Clock,
  hashSecret,
  idFactory,
  ProductSelection,
  QuotaExceeded,
  type RandomSource,
  recordChange,
  type Secret,
  SessionId,
  type Store,
  secretKind,
  Timestamp,
  type Transaction,
  timestamp,
} from '@footfall/core-domain'
import type { Scope } from '@footfall/scopes-policy'
import { z } from 'zod'
import { created } from '../../definition/index.ts'
import { notifyOwner } from '../../messages/notify-owner.ts'
import { createToken } from './create.ts'
import { checkRootToken, issueRootToken } from './issue-root-token.ts'
import { limitsSet } from './limits-text.ts'
import { tokenFields } from './token-fields.ts'
import { accessInWords, namesOfProducts } from './token-in-words.ts'

/** What a person granted to a device that gets an account token. */
export const DeviceTokenGrant = z.object({
  name: AccountToken.shape.name,
  products: ProductSelection,
  limits: z.object({
    read_only: tokenFields.read_only,
    toolsets: tokenFields.toolsets,
    preview_first: tokenFields.preview_first,
    approval: tokenFields.approval,
  }),
  expires_at: Timestamp,
  /** In which the person decided. */
  session: SessionId,
})

export interface DeviceToken {
  readonly account: AccountId
  readonly scopes: readonly Scope[]
  readonly grant: z.infer<typeof DeviceTokenGrant>
}

interface Services {
  readonly clock: Clock
  readonly random: RandomSource
  readonly quotas: { readonly tokens: number }
}

/** Throws what issuing the token would throw. */
export async function checkDeviceToken(device: DeviceToken, services: Services & { readonly store: Store }) {
  await checkRootToken(device.account, requestOf(device), services)
  await assertQuota(device.account, services)
}

/**
 * Issues an account token of depth 0 to a device that a person allowed, with the audit entry and the email of one that they
 * create in the dashboard. Throws as `issueRootToken`, and `QuotaExceeded`.
 */
export async function issueDeviceToken(
  tx: Transaction,
  device: DeviceToken,
  { clock, random, quotas }: Services,
  from: Pick<AuditFacts, 'address' | 'request_id'>,
): Promise<{ readonly token: AccountToken; readonly secret: Secret }> {
  const { account, grant } = device
  const { store } = tx
  await assertQuota(account, { store, quotas })
  const issued = await issueRootToken(account, requestOf(device), { store, clock, random, ids: idFactory(random) })
  const { id, name, prefix, scopes, products, expires_at, ...limits } = issued.token
  const access = accessInWords(
    { scopes: [...device.scopes], products, expires_at, ...limits },
    await namesOfProducts({ store, account }, [products]),
  )
  await recordChange(
    tx,
    { clock, random },
    {
      ...from,
      actor: { kind: 'session', credential: grant.session, account, lineage: [] },
      channel: 'dashboard',
      operation: createToken.name,
      subject: id,
      summary: `Create the token “${name}” for a device that was allowed by its code: ${access}.`,
      changes: created({ name, scopes, products, ...limitsSet(limits), expires_at }),
    },
  )
  await notifyOwner(store, { account, clock, random }, { kind: 'token_created', name, prefix })
  return issued
}

/** Revokes the token with this secret, as the token itself. False where there is none that is active. */
export async function revokeOwnToken(
  tx: Transaction,
  presented: string,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
  from: Pick<AuditFacts, 'address' | 'request_id'>,
): Promise<boolean> {
  if (secretKind(presented) !== 'account_token') return false
  const record = await tx.store.tokens.findByHash(hashSecret(presented))
  if (record === undefined || record.token.status !== 'active') return false
  const { token, account, lineage } = record
  await tx.store.tokens.revoke(token.id, `Its ancestor ${token.id} was revoked.`, timestamp(clock.now()))
  await recordChange(
    tx,
    { clock, random },
    {
      ...from,
      actor: { kind: 'account_token', credential: token.id, account, lineage },
      channel: 'rest',
      operation: 'service_tokens_revoke',
      subject: token.id,
      summary: `Revoke the token “${token.name}” (${token.prefix}…), which signed out.`,
      changes: [{ path: 'status', from: token.status, to: 'revoked' }],
    },
  )
  return true
}

function requestOf({ scopes, grant: { name, products, limits, expires_at } }: DeviceToken) {
  return { name, products, ...limits, scopes: [...scopes], expires_at }
}

async function assertQuota(
  account: AccountId,
  { store, quotas }: { readonly store: Pick<Store, 'tokens'>; readonly quotas: Services['quotas'] },
): Promise<void> {
  if ((await store.tokens.count(account)) >= quotas.tokens) throw new QuotaExceeded('active tokens', quotas.tokens)
}
