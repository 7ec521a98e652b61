import type { Fields } from '../transport/json.ts'

/** What makes the request of a change a confirmed one. */
export interface Confirmation {
  readonly key: string
  /** The proof of the preview, for credentials that preview first. */
  readonly preview: string | undefined
}

/** What the service answered, whichever way it was asked. */
export interface Answer {
  readonly data: unknown
  readonly meta: Fields | undefined
  readonly page: Fields | undefined
  readonly requestId: string | undefined
}

export interface CallDetails {
  readonly confirmation?: Confirmation | undefined
  readonly signal?: AbortSignal | undefined
}

/** One operation; `given` are its fields, flat. */
export type Call = (given: Fields, details: CallDetails) => Promise<Answer>
