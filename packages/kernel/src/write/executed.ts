import type { AwaitingApproval, Done } from '../plan.ts'

export interface Executed {
  readonly creates: boolean
  readonly data: {
    readonly state: 'executed'
    readonly operation: string
    readonly result: unknown
    readonly secret?: string
    readonly secret_returned_once?: true
  }
  /** Absent if a person wrote without an idempotency key. */
  readonly meta?: Readonly<Record<string, unknown>> & {
    readonly idempotency: {
      readonly key: string
      readonly replayed: boolean
      readonly expires_at: string | null
      readonly resolved_by_operator?: true
    }
  }
}

/** A confirmed write that waits for a person. */
export interface Waiting {
  readonly data: AwaitingApproval
  readonly meta: NonNullable<Executed['meta']>
}

/** What is recorded of an executed write: enough to replay its answer, without the secret. */
export interface Recorded {
  readonly result: unknown
  readonly secret_returned_once?: true
}

/** What is recorded of a write that waits: where to look up what became of it. */
export interface RecordedWaiting {
  readonly waits: string
}

function recordOf({ result, secret }: Done<unknown>): Recorded {
  return secret === undefined ? { result } : { result, secret_returned_once: true }
}

/** The same as the text of an idempotency record, or of a change that was approved. */
export function recordedResult(done: Done<unknown>): string {
  return JSON.stringify(recordOf(done))
}

/** The only answer that contains a secret. */
export function executed(
  { name, creates }: { readonly name: string; readonly creates: boolean },
  done: Done<unknown>,
): Executed {
  const secret = done.secret === undefined ? {} : { secret: done.secret.reveal() }
  return { creates, data: { state: 'executed', operation: name, ...recordOf(done), ...secret } }
}
