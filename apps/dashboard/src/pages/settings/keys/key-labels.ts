import type { ProductKey } from '../../../api/types.ts'

export type KeyKind = ProductKey['kind']
export type KeyScope = ProductKey['scopes'][number]

export const KEY_KINDS: readonly { readonly value: KeyKind; readonly label: string; readonly hint: string }[] = [
  { value: 'api', label: 'Reading', hint: 'A program of yours reads the figures of this product. It changes nothing.' },
  {
    value: 'payment',
    label: 'Payments',
    hint: 'Your shop tells what was paid, and it counts as revenue. It reads nothing.',
  },
  {
    value: 'crawler_intake',
    label: 'Crawler visits',
    hint: 'Your web server reports which crawlers came by: most of them run no script. It reads nothing.',
  },
]

export const KEY_SCOPES: readonly { readonly value: KeyScope; readonly label: string }[] = [
  { value: 'analytics:read', label: 'Read statistics' },
  { value: 'funnels:read', label: 'Read funnels' },
]

/** What a key is for, in a few words. */
export function kindWord(kind: KeyKind): string {
  return KEY_KINDS.find(({ value }) => value === kind)?.label ?? kind
}

/** What whoever holds it may do, as a sentence. */
export function mayWords({ kind, scopes }: Pick<ProductKey, 'kind' | 'scopes'>): string {
  switch (kind) {
    case 'api':
      return scopes.length === KEY_SCOPES.length
        ? 'Reads statistics and funnels.'
        : scopes.includes('analytics:read')
          ? 'Reads statistics.'
          : 'Reads funnels.'
    case 'payment':
      return 'Records payments.'
    case 'crawler_intake':
      return 'Reports visits of crawlers.'
  }
}

/** Why a key that was disabled is, as a sentence. */
export function disabledWords({ disabled_reason }: Pick<ProductKey, 'disabled_reason'>): string {
  switch (disabled_reason) {
    case 'member_removed':
      return 'Disabled because the member who issued it was removed or is no longer an admin.'
    case 'token_ended':
      return 'Disabled with the account token that issued it.'
    default:
      return 'Disabled.'
  }
}
