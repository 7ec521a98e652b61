import type { ProductKey } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'

export type KeyKind = ProductKey['kind']
export type KeyScope = ProductKey['scopes'][number]

export const KEY_KINDS: readonly { readonly value: KeyKind; readonly label: string; readonly hint: string }[] = [
  { value: 'api', label: t('settings.keys.kind_api'), hint: t('settings.keys.kind_api_hint') },
  {
    value: 'payment',
    label: t('settings.keys.kind_payment'),
    hint: t('settings.keys.kind_payment_hint'),
  },
  {
    value: 'crawler_intake',
    label: t('settings.keys.kind_crawler'),
    hint: t('settings.keys.kind_crawler_hint'),
  },
  { value: 'ingest', label: t('settings.keys.kind_ingest'), hint: t('settings.keys.kind_ingest_hint') },
]

export const KEY_SCOPES: readonly { readonly value: KeyScope; readonly label: string }[] = [
  { value: 'analytics:read', label: t('settings.keys.scope_statistics') },
  { value: 'funnels:read', label: t('settings.keys.scope_funnels') },
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
        ? t('settings.keys.access_both')
        : scopes.includes('analytics:read')
          ? t('settings.keys.access_statistics')
          : t('settings.keys.access_funnels')
    case 'payment':
      return t('settings.keys.access_payment')
    case 'crawler_intake':
      return t('settings.keys.access_crawler')
    case 'ingest':
      return t('settings.keys.access_ingest')
  }
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
