import type { Preview } from '../definition/plan.ts'
import { planOf, type WriteRequest } from './request.ts'

/** The plan of a write. Writes nothing, not even a counter. */
export async function previewWrite(request: WriteRequest): Promise<Preview> {
  const plan = await planOf(request, request.services.store)
  return {
    state: 'previewed',
    operation: request.operation.name,
    summary: plan.summary,
    changes: [...plan.changes],
    warnings: [...((await plan.warnings?.()) ?? [])],
    revision: plan.revision,
  }
}
