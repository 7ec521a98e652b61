import type { ProductKey } from '../../../api/types.ts'

export type KeyKind = ProductKey['kind']
export type KeyScope = ProductKey['scopes'][number]

export const KEY_KINDS: readonly { readonly value: KeyKind; readonly label: string; readonly hint: string }[] = [
  { value: 'api', label: 'Reading', hint: 'Reads statistics of this product. Changes nothing.' },
  {
    value: 'payment',
    label: 'Payments',
    hint: 'Records payments as revenue. Reads nothing.',
  },
  {
    value: 'crawler_intake',
    label: 'Crawler visits',
    hint: 'Reports crawler hits from your web server, since most crawlers run no script. Reads nothing.',
  },
]

export const KEY_SCOPES: readonly { readonly value: KeyScope; readonly label: string }[] = [
  { value: 'analytics:read', label: 'Read statistics' },
  { value: 'funnels:read', label: 'Read funnels' },
]

/** Label of a kind of key. */
export function kindLabel(kind: KeyKind): string {
  return KEY_KINDS.find(({ value }) => value === kind)?.label ?? kind
}

/** What a key allows, as a sentence. */
export function describeAccess({ kind, scopes }: Pick<ProductKey, 'kind' | 'scopes'>): string {
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

/** Why a key is disabled, as a sentence. */
export function describeDisabled({ disabled_reason }: Pick<ProductKey, 'disabled_reason'>): string {
  switch (disabled_reason) {
    case 'member_removed':
      return 'Disabled because its issuer was removed or is no longer an admin.'
    case 'token_ended':
      return 'Disabled with the account token that issued it.'
    default:
      return 'Disabled.'
  }
}
