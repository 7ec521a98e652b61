import type { AccountToken, Toolset } from '../../api/types.ts'

/** The limits of a token or of a connected app. */
export type Limits = Pick<AccountToken, 'read_only' | 'toolsets' | 'preview_first'>

/** What each tool group contains, in the order of the page. */
export const TOOLSET_LABELS: Readonly<Record<Toolset, string>> = {
  analytics: 'Statistics and diagnostics',
  settings: 'Settings and funnels',
  team: 'Team',
  tokens: 'Tokens, Website API keys and account',
}

export const ALL_TOOLSETS = ['analytics', 'settings', 'team', 'tokens'] as const satisfies readonly Toolset[]

export const READ_ONLY_LABEL = 'Read only'
export const PREVIEW_FIRST_LABEL = 'Ask for a preview before each change'
export const TOOLSETS_LABEL = 'Only these tool groups'

/** One line for each limit; none where there is no limit. */
export function describeLimits({ read_only, toolsets, preview_first }: Limits): readonly string[] {
  return [
    ...(read_only ? [READ_ONLY_LABEL] : []),
    ...(preview_first ? [PREVIEW_FIRST_LABEL] : []),
    ...(toolsets === null ? [] : [`${TOOLSETS_LABEL}: ${toolsets.map((name) => TOOLSET_LABELS[name]).join('; ')}`]),
  ]
}
