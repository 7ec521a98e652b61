import { z } from 'zod'

/** The groups of tools that a credential can be limited to. */
export const TOOLSETS = ['analytics', 'settings', 'team', 'tokens', 'content'] as const
export type Toolset = (typeof TOOLSETS)[number]

/** The groups that an address of the MCP endpoint shows without naming any. The others are shown only where it names them. */
export const DEFAULT_TOOLSETS = ['analytics', 'settings', 'team', 'tokens'] as const satisfies readonly Toolset[]

/** What a person takes from a credential on top of its scopes and its selection. */
export interface AccessLimits {
  /** The groups that it may use; null for all, also those that are added later. */
  readonly toolsets: ReadonlySet<Toolset> | null
  /** Whether it may change nothing. */
  readonly readOnly: boolean
  /** Whether a change needs the proof of a preview of that very change. */
  readonly previewFirst: boolean
  /** Whether a confirmed change waits until a person approves it. */
  readonly approval: boolean
}

export const NO_LIMITS: AccessLimits = { toolsets: null, readOnly: false, previewFirst: false, approval: false }

/** The limits of a credential as they are stored and shown. */
export const limitFields = {
  read_only: z.boolean(),
  toolsets: z.array(z.enum(TOOLSETS)).nullable().meta({ description: 'The only tool groups; null for all.' }),
  preview_first: z.boolean(),
  approval: z.boolean(),
}
export type CredentialLimits = z.infer<z.ZodObject<typeof limitFields>>

export const UNLIMITED: CredentialLimits = { read_only: false, toolsets: null, preview_first: false, approval: false }

export function accessLimits({ read_only, toolsets, preview_first, approval }: CredentialLimits): AccessLimits {
  return {
    toolsets: toolsets === null ? null : new Set(toolsets),
    readOnly: read_only,
    previewFirst: preview_first,
    approval,
  }
}

/** Each group once, in the order of the table. */
export function inToolsetOrder(toolsets: Iterable<string>): Toolset[] {
  const given = new Set(toolsets)
  return TOOLSETS.filter((toolset) => given.has(toolset))
}

const StoredLimits = z.object({
  ...limitFields,
  toolsets: z.array(z.string()).nullable(),
  // Grants from before this limit existed do not have it.
  approval: limitFields.approval.default(false),
})

/**
 * The limits in a stored grant; none in one that was stored without. A group that no longer exists grants nothing. Throws
 * `TypeError` for any other value, since it must not become a credential without limits.
 */
export function storedLimits(value: unknown): CredentialLimits {
  if (value === undefined) return UNLIMITED
  const parsed = StoredLimits.safeParse(value)
  if (!parsed.success) throw new TypeError('The stored limits cannot be read.')
  const { toolsets, ...rest } = parsed.data
  return { ...rest, toolsets: toolsets === null ? null : inToolsetOrder(toolsets) }
}
