import { type AuditEntry, InvalidRequest, NotFound } from '@footfall/core-domain'
import { undoBodies } from '@footfall/kernel'
import { z } from 'zod'
import type { AuthorizedWrite } from '../../definition/call.ts'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import type { Plan } from '../../definition/plan.ts'

export const undoChange = defineWrite({
  name: 'dashboard_activity_undo',
  method: 'POST',
  path: '/api/v1/products/{product}/activity/{entry}/undo',
  title: 'Undo a change',
  activity: 'Change undone',
  description:
    'Makes the opposite of a change that the activity lists with `can_undo`, and needs what that change needed. It is `revision_conflict` where something newer stands upon the change.',
  scope: 'settings:read',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['revision_conflict', 'already_exists', 'quota_exceeded', 'reauthentication_required'],
  params: { entry: z.string().regex(/^aud_[0-9A-Za-z]{1,40}$/) },
  output: z.object({
    entry: z.string().meta({ description: 'The change that was undone.' }),
    operation: z.string(),
    result: z.unknown().meta({ description: 'What the operation of the change answers.' }),
  }),
  examples: [{ path: { entry: 'undoable change' } }],
  async plan(call, { entry: id }) {
    const { store, product, principal } = call
    const entry = await store.audit.find(id)
    if (entry === undefined || entry.product !== product.id) throw new NotFound()
    const { undo, operation, summary } = entry
    if (undo === undefined) throw new InvalidRequest([{ path: 'entry', message: 'is a change that cannot be undone' }])
    const write = await call.otherWrites.authorize(
      call,
      principal,
      { operation, product: product.id, input: {} },
      'dashboard',
    )
    const plan = await opposite(write, { ...entry, undo })
    return {
      summary: `Undo: ${summary}`,
      changes: plan.changes,
      ...(plan.names && { names: plan.names }),
      revision: plan.revision,
      ...(plan.warnings && { warnings: () => plan.warnings?.() ?? Promise.resolve([]) }),
      async commit(tx) {
        const { result, subject } = await plan.commit(tx)
        return { result: { entry: id, operation, result }, subject }
      },
    }
  },
})

/** The plan of the opposite. Throws `RevisionConflict` where what was changed is no longer as the change left it. */
async function opposite(
  write: AuthorizedWrite,
  { undo, changes }: AuditEntry & { readonly undo: NonNullable<AuditEntry['undo']> },
): Promise<Plan<unknown>> {
  const [fields, whole] = undoBodies(undo, changes)
  try {
    return await write.planOf(undo.path, fields)
  } catch (error) {
    // An operation that replaces takes everything.
    if (error instanceof InvalidRequest) return write.planOf(undo.path, whole)
    throw error
  }
}
