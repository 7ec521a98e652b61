import { Revision } from '@footfall/core-domain'
import type { KernelWrite } from '../domain.ts'
import type { Done, Plan, Undo } from '../plan.ts'

/**
 * What undoes an update; undefined for any other change, for one with a secret, and for one that changed more than the operation can
 * restore.
 */
export function undoOf(
  { params }: Pick<KernelWrite, 'params'>,
  input: Readonly<Record<string, unknown>>,
  { before, changes }: Pick<Plan<unknown, unknown>, 'before' | 'changes'>,
  { result, secret }: Done<unknown>,
): Undo | undefined {
  const revision = revisionOf(result)
  if (before === undefined || revision === undefined || secret !== undefined || changes.length === 0) return undefined
  if (!changes.every(({ path }) => Object.hasOwn(before, topOf(path)))) return undefined
  const path = Object.fromEntries(Object.keys(params.shape).map((name) => [name, input[name]]))
  return { path, body: before, revision }
}

function revisionOf(result: unknown): number | undefined {
  const given: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, 'revision') : undefined
  return Revision.safeParse(given).data
}

/**
 * The bodies that can restore the fields of these changes, in the order in which to try them: only those fields, for an operation
 * that leaves the others as they are, and the whole. A field that was absent is removed.
 */
export function undoBodies(
  { body, revision }: Undo,
  changes: Plan<unknown, unknown>['changes'],
): readonly Readonly<Record<string, unknown>>[] {
  const changed = [...new Set(changes.map(({ path }) => topOf(path)))]
  return [
    { ...Object.fromEntries(changed.map((field) => [field, body[field] ?? null])), revision },
    { ...body, revision },
  ]
}

const topOf = (path: string) => path.split('.', 1)[0] ?? path
