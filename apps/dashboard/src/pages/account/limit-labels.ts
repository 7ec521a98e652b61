import type { AccountToken, Toolset } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'

/** The limits of a token or of a connected app. */
export type Limits = Pick<AccountToken, 'read_only' | 'toolsets' | 'preview_first' | 'approval'>

export const ALL_TOOLSETS = ['analytics', 'settings', 'team', 'tokens', 'content'] as const satisfies readonly Toolset[]

export const READ_ONLY_LABEL = t('limits.read_only')
export const PREVIEW_FIRST_LABEL = t('limits.preview_first')
export const APPROVAL_LABEL = t('limits.approval')

/** One line for each limit; none where there is no limit. */
export function describeLimits({ read_only, toolsets, preview_first, approval }: Limits): readonly string[] {
  return [
    ...(read_only ? [READ_ONLY_LABEL] : []),
    ...(preview_first ? [PREVIEW_FIRST_LABEL] : []),
    ...(approval ? [APPROVAL_LABEL] : []),
    ...(toolsets === null
      ? []
      : [t('limits.toolsets_list', { names: toolsets.map((name) => t(`limits.toolset_${name}`)).join('; ') })]),
  ]
}
