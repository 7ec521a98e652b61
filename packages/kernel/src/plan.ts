import { isRecord, type Secret } from '@footfall/core-domain'
import { z } from 'zod'

/** One value that a write changes. `path` is dotted; null stands for “not there”. */
export interface Change {
  readonly path: string
  readonly from: unknown
  readonly to: unknown
}

/**
 * What a write would do, worked out without doing it. The preview shows it, and execution works it out again inside
 * its transaction before it commits; so the two cannot disagree.
 */
export interface Plan<Result, Tx> {
  /** One sentence from which a person can decide. */
  readonly summary: string
  readonly changes: readonly Change[]
  /**
   * Of an update that can be undone: the body with which the same operation restores what is before it, without its revision and
   * without secrets.
   */
  readonly before?: Readonly<Record<string, unknown>>
  /** Whether its answer has a secret, which only who waits for the answer can take. */
  readonly makesSecret?: true
  /** The names of the ids in `changes` that the caller may see. */
  readonly names?: Readonly<Record<string, string>>
  /** Revision of what is changed; null if something is made. */
  readonly revision: number | null
  /** What is lost, measured on real data. Asked for previews only, so that execution never waits for the engine. */
  warnings?(): Promise<readonly string[]>
  /** Writes inside the transaction in which the plan was worked out. */
  commit(tx: Tx): Promise<Done<Result>>
}

/** With what an operation restores the state before an update, as long as its revision is the current one. */
export interface Undo {
  /** That of the update, unless it is named. */
  readonly operation?: string | undefined
  readonly path: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
  readonly revision: number
}

export interface Done<Result> {
  readonly result: Result
  /** Plaintext that this one answer shows. */
  readonly secret?: Secret
  /** Id of what was changed or made, for the audit log. */
  readonly subject: string
  /** What undoes a write that makes the change of another operation; of all others, it follows from `before` of the plan. */
  readonly undo?: Undo
}

export const Preview = z.object({
  state: z.literal('previewed'),
  operation: z.string(),
  summary: z.string(),
  changes: z.array(z.object({ path: z.string(), from: z.unknown(), to: z.unknown() })),
  warnings: z.array(z.string()),
  revision: z.int().nullable(),
})
export type Preview = z.infer<typeof Preview>

/** `data` of an executed write. */
export const executedOf = (result: z.ZodType) =>
  z.object({
    state: z.literal('executed'),
    operation: z.string(),
    result: result.nullable().meta({ description: 'Null if an operator resolved the outcome.' }),
    secret: z.string().optional().meta({ description: 'Only in this response; a replay does not include it.' }),
    secret_returned_once: z.boolean().optional(),
  })

/** `data` of a confirmed write that waits until a person approves it. */
export const AwaitingApproval = z.object({
  state: z.literal('awaiting_approval'),
  operation: z.string(),
  approval: z.object({
    id: z.string(),
    link: z.string().meta({ description: 'The page on which a person approves or declines it.' }),
    expires_at: z.string(),
  }),
})
export type AwaitingApproval = z.infer<typeof AwaitingApproval>

/** The resource of a write, if the host reports it: in `meta` under the name of its parameter. */
export const ShownResource = z.object({ id: z.string(), name: z.string() })

export const ExecutedMeta = z.object({
  idempotency: z.object({
    key: z.string(),
    replayed: z.boolean(),
    expires_at: z.string().nullable(),
    resolved_by_operator: z.boolean().optional(),
  }),
})

/** The differences between two states of a thing, field by field; objects are looked into, lists compared whole. */
export function diff(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  prefix = '',
): Change[] {
  const changes: Change[] = []
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const path = prefix + field
    const from = before[field] ?? null
    const to = after[field] ?? null
    if (isRecord(from) && isRecord(to)) changes.push(...diff(from, to, `${path}.`))
    else if (JSON.stringify(from) !== JSON.stringify(to)) changes.push({ path, from, to })
  }
  return changes
}

/** What an update changes, and what undoes it. Both states have the fields of the body. */
export function updated(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { readonly changes: Change[]; readonly before: Readonly<Record<string, unknown>> } {
  return { changes: diff(before, after), before }
}

/** Everything of a new thing, as changes from nothing. */
export function created(fields: Readonly<Record<string, unknown>>): Change[] {
  return Object.entries(fields)
    .filter(([, to]) => to !== undefined)
    .map(([path, to]) => ({ path, from: null, to }))
}
