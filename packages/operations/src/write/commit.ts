import { RevisionConflict, recordChange, type Transaction } from '@footfall/core-domain'
import type { AccountPrincipal } from '@footfall/scopes-policy'
import { authorize } from '../authorize.ts'
import type { Done, Plan } from '../definition/plan.ts'
import type { ShownPreview } from '../previews.ts'
import { assertSignedInRecently } from '../recent-sign-in.ts'
import { auditFacts } from './audit-facts.ts'
import { usePreview } from './preview-first.ts'
import { type Confirmed, type Origin, planOf, type WriteRequest } from './request.ts'

/** What a confirmation adds to a write; a person in the dashboard confirms by sending it. */
interface Confirming extends Pick<Confirmed, 'revision'> {
  readonly key?: string
  readonly preview?: ShownPreview | undefined
}

/** Checks access again inside the transaction, plans the write there, commits it and records its audit entry. */
export async function commitWrite(
  request: WriteRequest,
  principal: AccountPrincipal,
  tx: Transaction,
  { key, preview, revision }: Confirming,
  origin: Origin,
): Promise<Done<unknown>> {
  const { operation, product, services } = request
  const path = product === undefined ? {} : { product: product.id }
  // Sent together, which is one round trip. The credential is judged first.
  const active = services.assertStillActive(principal, tx)
  const authorized = authorize(operation, principal, { path, query: {} }, tx.store, origin.channel)
  authorized.catch(() => {})
  await active
  const current = await authorized
  await assertSignedInRecently(operation, principal, services, tx.sessions)
  const plan = await planOf({ ...request, product: current.product }, tx.store)
  assertSeen(plan, revision)
  if (preview !== undefined) await usePreview(preview, plan, tx, origin.channel)
  const done = await plan.commit(tx)
  const { summary, changes } = plan
  const change = { operation: operation.name, product: product?.id, subject: done.subject, summary, changes }
  await recordChange(tx, services, auditFacts(principal, origin, { ...change, idempotency_key: key }))
  return done
}

/** Refuses a change of something that is no longer what was shown; undefined where no revision was shown. */
function assertSeen(plan: Plan<unknown>, shown: Confirmed['revision']): void {
  if (typeof shown === 'number' && plan.revision !== null && plan.revision !== shown)
    throw new RevisionConflict(shown, plan.revision)
}
