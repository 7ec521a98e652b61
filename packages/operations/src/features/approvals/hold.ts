import {
  type AccountToken,
  type Approval,
  DAY_MS,
  QuotaExceeded,
  RateLimited,
  randomId,
  SECOND_MS,
  timestamp,
} from '@footfall/core-domain'
import type { HeldChange, Origin } from '@footfall/kernel'
import { type AccountPrincipal, credentialOf } from '@footfall/scopes-policy'
import type { Services } from '../../definition/call.ts'
import type { Plan } from '../../definition/plan.ts'
import { openWebhook, recipientsOf } from '../../messages/delivery-target.ts'
import { enqueueMessage } from '../../messages/enqueue-message.ts'
import { approvalPath, KEPT_MS, shownCredential, WAITS_MS } from './approval.ts'
import { approvalMail } from './approval-mail.ts'
import { approvalMessage, approvalOccurrence } from './approval-message.ts'
import { storedPrincipal } from './stored-principal.ts'

/** Changes that wait at once, so that nobody has to read through what a program without a limit asks for. */
export const WAITING_MAX = { credential: 20, account: 100, product: 100 } as const
/**
 * Changes that an account may ask approval for in 24 hours, decided or not. Each is kept for two days and emailed to a person, and
 * declining them at once would free the other limits again.
 */
export const ASKED_PER_DAY = 1_000

type Tx = Parameters<Parameters<Services['transaction']>[0]>[0]

export interface ChangeToHold {
  readonly principal: AccountPrincipal
  readonly product: { readonly id: NonNullable<Approval['product']>; readonly name: string } | undefined
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
  readonly plan: Pick<Plan<unknown>, 'summary' | 'changes' | 'names' | 'revision'>
  readonly key: string
  readonly origin: Origin
}

/**
 * Records a change that waits for a person, and enqueues the messages about it, in the transaction that claims its key. Throws
 * `QuotaExceeded` where too many wait already.
 */
export async function holdChange(tx: Tx, services: Services, change: ChangeToHold): Promise<HeldChange> {
  const { clock, ids, takeChangeBytes } = services
  const { principal, product, operation, input, plan, key, origin } = change
  if (principal.kind === 'session') throw new TypeError('a person needs no approval')
  const now = clock.now()
  const credential = credentialOf(principal)
  await assertRoom(tx, { credential, account: principal.account, product: product?.id }, timestamp(now))
  const approval: Omit<Approval, 'decision'> = {
    id: ids.approval(),
    credential,
    principal: storedPrincipal(principal),
    account: principal.account,
    product: product?.id,
    operation,
    input,
    summary: plan.summary,
    changes: plan.changes.map(({ path, from, to }) => ({ path, from: from ?? null, to: to ?? null })),
    names: plan.names ?? {},
    revision: plan.revision,
    idempotency_key: key,
    channel: origin.channel,
    address: origin.address,
    request_id: origin.requestId,
    created_at: timestamp(now),
    expires_at: timestamp(now + WAITS_MS),
    kept_until: timestamp(now + KEPT_MS),
  }
  takeChangeBytes(principal.account, Buffer.byteLength(JSON.stringify([plan.changes, input])))
  await tx.store.approvals.insert(approval)
  const held = heldChange(approval, services)
  await notify(tx, services, approval, { link: held.link, product: product?.name })
  return held
}

export function heldChange(
  { id, expires_at }: Pick<Approval, 'id' | 'expires_at'>,
  { baseUrl }: Pick<Services, 'baseUrl'>,
): HeldChange {
  return { id, link: `${baseUrl}${approvalPath(id)}`, expires_at }
}

async function assertRoom(
  { store }: Tx,
  { credential, account, product }: Pick<Approval, 'credential' | 'account' | 'product'>,
  now: AccountToken['created_at'],
): Promise<void> {
  const full = async (owner: Parameters<typeof store.approvals.countWaiting>[0], limit: number) =>
    (await store.approvals.countWaiting(owner, now)) >= limit
  if (await full({ credential }, WAITING_MAX.credential))
    throw new QuotaExceeded('changes of this credential that wait for approval', WAITING_MAX.credential)
  if (await full({ account }, WAITING_MAX.account))
    throw new QuotaExceeded('changes of this account that wait for approval', WAITING_MAX.account)
  if (product !== undefined && (await full({ product }, WAITING_MAX.product)))
    throw new QuotaExceeded('changes of this product that wait for approval', WAITING_MAX.product)
  const since = timestamp(Date.parse(now) - DAY_MS)
  if ((await store.approvals.countAsked(account, since)) >= ASKED_PER_DAY)
    throw new RateLimited(Math.ceil(DAY_MS / ASKED_PER_DAY / SECOND_MS), {
      detail: `An account can ask approval for ${ASKED_PER_DAY} changes in 24 hours.`,
    })
}

/** An email to the person of the credential, and a message to each Slack channel that gets reports of the product. */
async function notify(
  { store }: Tx,
  services: Services,
  approval: Omit<Approval, 'decision'>,
  about: { readonly link: string; readonly product: string | undefined },
): Promise<void> {
  const { clock, random, ids, delivery } = services
  const owner = await store.accounts.find(approval.account)
  const credential = await shownCredential({ store }, approval)
  const { link, product } = about
  const said = { ...approval, link, credential }
  if (owner !== undefined)
    await store.outbox.enqueue({
      id: randomId(random, 'out'),
      to: owner.email,
      ...approvalMail(owner, said, product),
      created_at: approval.created_at,
    })
  if (approval.product === undefined || product === undefined) return
  const notified = new Set<string>()
  for (const { id, target } of await store.scheduledReports.list({ product: approval.product })) {
    if (target.kind !== 'webhook' || target.format !== 'slack') continue
    const url = openWebhook(delivery.sealer, id, target)?.url
    if (url === undefined || notified.has(url)) continue
    notified.add(url)
    await enqueueMessage(
      store,
      { clock, ids },
      {
        source: id,
        subject: { product: approval.product },
        occurrence: approvalOccurrence(approval.id),
        messageIn: (language) => approvalMessage({ ...said, product }, language),
        recipients: recipientsOf(target),
      },
    )
  }
}
