import { type AuditFacts, recordChange, type Transaction } from '@footfall/core-domain'
import type { AccountPrincipal } from '@footfall/scopes-policy'
import { auditActor } from '../audit-actor.ts'
import { authorize } from '../authorize.ts'
import type { Done, Plan } from '../definition/plan.ts'
import { assertSignedInRecently } from '../recent-sign-in.ts'
import { type Origin, planOf, type WriteRequest } from './request.ts'

/** Checks access again inside the transaction, plans the write there, commits it and records its audit entry. */
export async function commitWrite(
  request: WriteRequest,
  principal: AccountPrincipal,
  tx: Transaction,
  key: string | undefined,
  origin: Origin,
): Promise<Done<unknown>> {
  const { operation, product, services } = request
  await services.assertStillActive(principal, tx)
  const path = product === undefined ? {} : { product: product.id }
  const current = await authorize(operation, principal, { path, query: {} }, tx.store, origin.channel)
  await assertSignedInRecently(operation, principal, services, tx.sessions)
  const plan = await planOf({ ...request, product: current.product }, tx.store)
  const done = await plan.commit(tx)
  await recordChange(tx, services, factsOf(request, principal, plan, done, key, origin))
  return done
}

function factsOf(
  { operation, product }: WriteRequest,
  principal: AccountPrincipal,
  plan: Plan<unknown>,
  done: Done<unknown>,
  key: string | undefined,
  { channel, address, requestId }: Origin,
): AuditFacts {
  return {
    actor: auditActor(principal),
    operation: operation.name,
    product: product?.id,
    subject: done.subject,
    summary: plan.summary,
    changes: plan.changes,
    idempotency_key: key,
    channel,
    address,
    request_id: requestId,
  }
}
