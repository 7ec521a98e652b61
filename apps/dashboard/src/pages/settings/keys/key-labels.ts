import type { ProductKey } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'

export type KeyKind = ProductKey['kind']
export type KeyScope = ProductKey['scopes'][number]

export const KEY_KINDS = (['api', 'payment', 'crawler_intake', 'ingest'] as const satisfies readonly KeyKind[]).map(
  (value) => ({ value, label: kindLabel(value), hint: t(`settings.keys.kind_${value}_hint`) }),
)

export const KEY_SCOPES: readonly { readonly value: KeyScope; readonly label: string }[] = [
  { value: 'analytics:read', label: t('settings.keys.scope_statistics') },
  { value: 'funnels:read', label: t('settings.keys.scope_funnels') },
]

export function kindLabel(kind: KeyKind): string {
  return t(`settings.keys.kind_${kind}`)
}

/** What a key allows, as a sentence. */
export function describeAccess({ kind, scopes }: Pick<ProductKey, 'kind' | 'scopes'>): string {
  if (kind !== 'api') return t(`settings.keys.access_${kind}`)
  if (scopes.length === KEY_SCOPES.length) return t('settings.keys.access_both')
  return scopes.includes('analytics:read') ? t('settings.keys.access_statistics') : t('settings.keys.access_funnels')
}

/** Why a key is disabled, as a sentence. */
export function describeDisabled({ disabled_reason }: Pick<ProductKey, 'disabled_reason'>): string {
  switch (disabled_reason) {
    case 'member_removed':
      return t('settings.keys.disabled_member')
    case 'token_ended':
      return t('settings.keys.disabled_token')
    default:
      return t('settings.keys.disabled')
  }
}
