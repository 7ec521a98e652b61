import { RevisionConflict } from '@footfall/core-domain'
import type { Confirmed } from '../confirmation.ts'
import type { Domain, Origin, Rules, WriteRequest } from '../domain.ts'
import type { Done, Plan } from '../plan.ts'
import type { ShownPreview } from '../previews.ts'
import { usePreview } from './preview-first.ts'

/** What a confirmation adds to a write; a person confirms by sending it. */
interface Confirming extends Pick<Confirmed, 'revision'> {
  readonly key?: string
  readonly preview?: ShownPreview | undefined
}

/** Checks access again inside the transaction, plans the write there, commits it and records its audit entry. */
export async function commitWrite<D extends Domain>(
  rules: Rules<D>,
  request: WriteRequest<D>,
  tx: D['tx'],
  { key, preview, revision }: Confirming,
  origin: Origin,
): Promise<Done<unknown>> {
  const resource = await rules.authorizeAgain(request, tx, origin.channel)
  const plan = await rules.plan({ ...request, resource }, tx)
  assertSeen(plan, revision)
  if (preview !== undefined) await usePreview(rules, preview, plan.revision, tx, origin.channel)
  const done = await plan.commit(tx)
  const { summary, changes } = plan
  const operation = request.operation.name
  await rules.record(tx, request, { operation, subject: done.subject, summary, changes, idempotency_key: key }, origin)
  return done
}

/** Throws if the revision has changed since it was shown; undefined if none was shown. */
function assertSeen(plan: Pick<Plan<unknown, unknown>, 'revision'>, shown: Confirmed['revision']): void {
  if (typeof shown === 'number' && plan.revision !== null && plan.revision !== shown)
    throw new RevisionConflict(shown, plan.revision)
}
