import type { Preview } from '../definition/plan.ts'
import { issuePreview } from './preview-first.ts'
import { planOf, type WriteRequest } from './request.ts'

export interface Previewed {
  readonly data: Preview
  /** What a confirmation has to carry, where the credential needs it. */
  readonly preview?: string
}

/** The plan of a write. Writes nothing, not even a counter. */
export async function previewWrite(request: WriteRequest): Promise<Previewed> {
  const plan = await planOf(request, request.services.store)
  const data: Preview = {
    state: 'previewed',
    operation: request.operation.name,
    summary: plan.summary,
    changes: [...plan.changes],
    warnings: [...((await plan.warnings?.()) ?? [])],
    revision: plan.revision,
  }
  const preview = issuePreview(request, plan)
  return preview === undefined ? { data } : { data, preview }
}
