import { type AuditEntry, InvalidRequest, type ProductId } from '@footfall/core-domain'
import { undoBodies, undoOf } from '@footfall/kernel'
import { z } from 'zod'
import type { AccountCall, AuthorizedWrite, OtherWrites } from '../../definition/call.ts'
import type { Plan } from '../../definition/plan.ts'

export const entryParams = { entry: z.string().regex(/^aud_[0-9A-Za-z]{1,40}$/) }

export const Undone = z.object({
  entry: z.string().meta({ description: 'The change that was undone.' }),
  operation: z.string(),
  result: z.unknown().meta({ description: 'What the operation of the change answers.' }),
})

/**
 * Plans the opposite of a change, which needs what that change needed. Throws `InvalidRequest`, with the reason, for a change that
 * cannot be undone, and `RevisionConflict` where what was changed is no longer as the change left it.
 */
export async function planOpposite(
  call: AccountCall,
  entry: AuditEntry,
  product: ProductId | undefined,
): Promise<Plan<z.infer<typeof Undone>>> {
  const { undo, id } = entry
  if (undo === undefined) {
    const message = `is a change that cannot be undone: ${reasonAgainst(entry, call.otherWrites)}`
    throw new InvalidRequest([{ path: 'entry', message }])
  }
  // The opposite of an undo is the operation that it undid.
  const operation = undo.operation ?? entry.operation
  const write = await call.otherWrites.authorize(call, call.principal, { operation, product, input: {} }, 'dashboard')
  const plan = await opposite(write, { ...entry, undo })
  return {
    summary: oppositeSummary(entry),
    changes: plan.changes,
    ...(plan.names && { names: plan.names }),
    revision: plan.revision,
    ...(plan.warnings && { warnings: () => plan.warnings?.() ?? Promise.resolve([]) }),
    async commit(tx) {
      const done = await plan.commit(tx)
      const { result, subject } = done
      const written = call.otherWrites.find(operation)
      const again = written && undoOf(written, undo.path, plan, done)
      return { result: { entry: id, operation, result }, subject, ...(again && { undo: { ...again, operation } }) }
    },
  }
}

const UNDO = 'Undo: '
const REDO = 'Redo: '

/** The sentence does not grow with each undo of an undo. */
function oppositeSummary({ summary, undo }: Pick<AuditEntry, 'summary' | 'undo'>): string {
  if (undo?.operation === undefined) return UNDO + summary
  return summary.startsWith(UNDO) ? REDO + summary.slice(UNDO.length) : UNDO + summary.slice(REDO.length)
}

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

/** Why the log has nothing with which to undo a change. */
function reasonAgainst({ operation, changes }: AuditEntry, writes: OtherWrites): string {
  if (writes.find(operation) === undefined) return 'the operator made it'
  if (/_(delete|remove|revoke|disconnect)$/.test(operation))
    return 'it deleted or revoked something, of which nothing is kept'
  if (!/_(update|undo)$/.test(operation)) return 'it is not an update; delete or revoke what it made instead'
  if (changes.length === 0) return 'it changed nothing'
  return 'the log does not keep what was before, since it is about a person or a secret, or was made by an earlier version'
}
