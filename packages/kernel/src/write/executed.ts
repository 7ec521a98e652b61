import type { Done } from '../plan.ts'

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

/** What is recorded of an executed write: enough to replay its answer, without the secret. */
export interface Recorded {
  readonly result: unknown
  readonly secret_returned_once?: true
}

export function recordOf({ result, secret }: Done<unknown>): Recorded {
  return secret === undefined ? { result } : { result, secret_returned_once: true }
}

/** The only answer that contains a secret. */
export function executed(
  { name, creates }: { readonly name: string; readonly creates: boolean },
  done: Done<unknown>,
): Executed {
  const secret = done.secret === undefined ? {} : { secret: done.secret.reveal() }
  return { creates, data: { state: 'executed', operation: name, ...recordOf(done), ...secret } }
}
