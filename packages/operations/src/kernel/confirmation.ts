/** A confirmation, under a key as the adapter received it. */
export interface Confirmed {
  readonly confirm: true
  readonly key: unknown
  /** The revision in the preview that was confirmed, null where something is made. The change of any other is refused. */
  readonly revision?: number | null | undefined
  /** The preview that comes with the confirmation, for credentials that need one; absent where none was given. */
  readonly preview?: unknown
  /** Whether the adapter showed the preview to a person, who agreed to this very change. */
  readonly personAsked?: boolean
}

/** Whether the caller confirms. */
export type Confirmation =
  | { readonly confirm: 'unspecified' }
  /** With a key to replay, a change that is recorded under it is answered from its record instead of a preview. */
  | { readonly confirm: false; readonly replays?: string }
  | Confirmed
