import type { Channel } from '@footfall/scopes-policy'
import type { Domain, Rules, WriteRequest } from '../domain.ts'
import type { Preview } from '../plan.ts'
import { approvalsFor, assertCanWait } from './hold.ts'
import { issuePreview } from './preview-first.ts'

export interface Previewed {
  readonly data: Preview
  /** What it says of the resource, and `names` of what `changes` name by id. */
  readonly meta: Readonly<Record<string, unknown>>
  /** What a confirmation has to carry, where the credential needs it. */
  readonly preview?: string
}

/** The plan of a write. Writes nothing, not even a counter. */
export async function previewWrite<D extends Domain>(
  rules: Rules<D>,
  request: WriteRequest<D>,
  channel: Channel,
): Promise<Previewed> {
  const plan = await rules.plan(request, undefined)
  if (approvalsFor(rules, request.principal) !== undefined) assertCanWait(plan, channel)
  const data: Preview = {
    state: 'previewed',
    operation: request.operation.name,
    summary: plan.summary,
    changes: [...plan.changes],
    warnings: [...((await plan.warnings?.()) ?? [])],
    revision: plan.revision,
  }
  const preview = issuePreview(rules, request, plan)
  const meta = { ...rules.shownOf(request.resource), ...(plan.names && { names: plan.names }) }
  return preview === undefined ? { data, meta } : { data, meta, preview }
}
