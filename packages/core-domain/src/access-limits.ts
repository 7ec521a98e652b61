/** The groups of tools that a credential can be limited to. */
export const TOOLSETS = ['analytics', 'settings', 'team', 'tokens'] as const
export type Toolset = (typeof TOOLSETS)[number]

/** What a person takes from a credential on top of its scopes and its selection. */
export interface AccessLimits {
  /** The groups that it may use; null for all, also those that are added later. */
  readonly toolsets: ReadonlySet<Toolset> | null
  /** Whether it may change nothing. */
  readonly readOnly: boolean
  /** Whether a change needs the proof of a preview of that very change. */
  readonly previewFirst: boolean
}

export const NO_LIMITS: AccessLimits = { toolsets: null, readOnly: false, previewFirst: false }
