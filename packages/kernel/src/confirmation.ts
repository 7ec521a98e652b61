/** Fields in which a caller gave names instead of ids, and for which an adapter found the ids. */
export interface Named {
  /** As they were given; undefined for a field that was left out. */
  readonly given: Readonly<Record<string, unknown>>
  /** The same fields with ids, as they are in the input. */
  readonly meant: Readonly<Record<string, unknown>>
}

/** A confirmation, under a key as the adapter received it. */
export interface Confirmed {
  readonly confirm: true
  readonly key: unknown
  /** The revision in the preview that was confirmed, null for a creation. The change fails if the revision is another one. */
  readonly revision?: number | null | undefined
  /** The preview that comes with the confirmation, for credentials that need one; absent if none was given. */
  readonly preview?: unknown
  /** Whether the adapter showed the preview to a person, who agreed to this very change. */
  readonly personAsked?: boolean
  /** Absent if the caller sent ids only: see `Host.meantBefore`. */
  readonly named?: Named | undefined
}

/** Whether the caller confirms. */
export type Confirmation =
  | { readonly confirm: 'unspecified' }
  /** With a key to replay, a change that is recorded under it is answered from its record instead of a preview. */
  | { readonly confirm: false; readonly replays?: string }
  | Confirmed
