import { RevisionConflict } from '@footfall/core-domain'
import type { Confirmed } from '../confirmation.ts'
import type { Domain, Origin, Rules, WriteRequest } from '../domain.ts'
import type { Done, Plan } from '../plan.ts'
import type { ShownPreview } from '../previews.ts'
import { usePreview } from './preview-first.ts'
import { undoOf } from './undo.ts'

/** What a confirmation adds to a write; a person confirms by sending it. */
export interface Confirming extends Pick<Confirmed, 'revision'> {
  readonly key?: string
  readonly preview?: ShownPreview | undefined
}

/** Checks access again inside the transaction, plans the write there, commits it and records its audit entry. */
export async function commitWrite<D extends Domain>(
  rules: Rules<D>,
  request: WriteRequest<D>,
  tx: D['tx'],
  confirming: Confirming,
  origin: Origin,
): Promise<Done<unknown>> {
  const { plan } = await planAgain(rules, request, tx, confirming, origin)
  const done = await plan.commit(tx)
  const { summary, changes } = plan
  const { operation, input } = request
  const undo = done.undo ?? (plan.before && undoOf(operation, input, plan, done))
  const change = { operation: operation.name, subject: done.subject, summary, changes, undo }
  await rules.record(tx, request, { ...change, idempotency_key: confirming.key }, origin)
  return done
}

/** What a confirmed write does in the transaction that claims its key. Access is checked again there. */
export async function planAgain<D extends Domain>(
  rules: Rules<D>,
  request: WriteRequest<D>,
  tx: D['tx'],
  { preview, revision }: Confirming,
  { channel }: Origin,
): Promise<{ readonly resource: D['resource']; readonly plan: Plan<unknown, D['tx']> }> {
  const resource = await rules.authorizeAgain(request, tx, channel)
  const plan = await rules.plan({ ...request, resource }, tx)
  assertSeen(plan, revision)
  if (preview !== undefined) await usePreview(rules, preview, plan.revision, tx, channel)
  return { resource, plan }
}

/** Throws if the revision has changed since it was shown; undefined if none was shown. */
function assertSeen(plan: Pick<Plan<unknown, unknown>, 'revision'>, shown: Confirmed['revision']): void {
  if (typeof shown === 'number' && plan.revision !== null && plan.revision !== shown)
    throw new RevisionConflict(shown, plan.revision)
}
