import type { AccountToken, Product, Scope, Toolset } from '../../../api/types.ts'
import type { DescribedField } from '../../../forms/conflict-choice.tsx'
import { chosenExpiry, type ExpiryChoice } from '../../../forms/expiry.ts'
import { linesOf, listOf } from '../../../forms/lines.ts'
import { t } from '../../../messages/messages.ts'
import { formatDateTime } from '../../../ui/relative-time.tsx'
import { ALL_TOOLSETS, describeLimits, type Limits } from '../limit-labels.ts'
import { ALL_SCOPES, scopeLabel } from '../scope-labels.ts'
import { formatProducts } from './token-products.ts'

/** `keep` keeps the current expiry. */
type TokenExpiryChoice = 'keep' | ExpiryChoice

/** Values of the token form. */
export interface TokenValues {
  readonly name: string
  readonly scopes: readonly Scope[]
  /** Undefined until it is chosen. */
  readonly mode: 'all' | 'selected' | undefined
  readonly products: readonly string[]
  readonly readOnly: boolean
  readonly previewFirst: boolean
  readonly approval: boolean
  /** The only networks, one per line; none for all. */
  readonly networks: string
  /** None stands for all. */
  readonly toolsets: readonly Toolset[]
  readonly end: TokenExpiryChoice
  /** YYYY-MM-DD, if `end` is `date`. */
  readonly date: string
  /** The stored expiry of an existing token. */
  readonly expiresAt: string | null
}

export const NEW_TOKEN: TokenValues = {
  name: '',
  scopes: [],
  mode: undefined,
  products: [],
  readOnly: false,
  previewFirst: false,
  approval: false,
  networks: '',
  toolsets: [],
  end: '90',
  date: '',
  expiresAt: null,
}

export function valuesOf({ name, scopes, products, expires_at, ...limits }: AccountToken): TokenValues {
  return {
    name,
    scopes: sortScopes(scopes),
    mode: products.mode,
    products: products.mode === 'all' ? [] : products.ids,
    readOnly: limits.read_only,
    previewFirst: limits.preview_first,
    approval: limits.approval,
    networks: linesOf(limits.allowed_networks),
    toolsets: limits.toolsets ?? [],
    end: 'keep',
    date: '',
    expiresAt: expires_at,
  }
}

/** Creating products needs all of them: the account has no selection that a new product could be part of. */
const ALL_PRODUCTS_ONLY: readonly Scope[] = ['products:write']

/** Scopes that cannot be granted on the chosen products. */
export function unavailableScopes({ mode }: Pick<TokenValues, 'mode'>): readonly Scope[] {
  return mode === 'selected' ? ALL_PRODUCTS_ONLY : []
}

/** The chosen scopes that can be granted, in the order of the page. */
export function scopesOf(values: Pick<TokenValues, 'mode' | 'scopes'>): readonly Scope[] {
  const unavailable = unavailableScopes(values)
  return sortScopes(values.scopes).filter((scope) => !unavailable.includes(scope))
}

/** The scopes in the order of the page. */
function sortScopes(scopes: readonly string[]): readonly Scope[] {
  return ALL_SCOPES.filter((scope) => scopes.includes(scope))
}

/** When the token will expire; null for never, undefined while the date is missing. */
export function expiryOf({ end, date, expiresAt }: TokenValues, now?: Date): string | null | undefined {
  return end === 'keep' ? expiresAt : chosenExpiry({ end, date }, now)
}

/** Missing fields, with the names of the API. */
export function findMissing(values: TokenValues): { readonly path: string; readonly message: string }[] {
  const { name, mode, products } = values
  const missing = (absent: boolean, path: string, message: string) => (absent ? [{ path, message }] : [])
  return [
    ...missing(name.trim() === '', 'name', t('common.name_missing')),
    ...missing(scopesOf(values).length === 0, 'scopes', t('tokens.scopes_missing')),
    ...missing(mode === undefined, 'products', t('tokens.products_missing')),
    ...missing(mode === 'selected' && products.length === 0, 'products', t('tokens.product_missing')),
    ...missing(expiryOf(values) === undefined, 'expires_at', t('common.date_missing')),
  ]
}

export function selectionOf({ mode, products }: TokenValues) {
  return mode === 'selected' ? { mode, ids: [...products] } : { mode: 'all' as const }
}

export function limitsOf({ readOnly, previewFirst, approval, toolsets }: TokenValues): Limits {
  const chosen = ALL_TOOLSETS.filter((toolset) => toolsets.includes(toolset))
  return { read_only: readOnly, toolsets: chosen.length === 0 ? null : chosen, preview_first: previewFirst, approval }
}

/** The networks of a new token; absent for all. */
export function networksGiven({ networks }: Pick<TokenValues, 'networks'>) {
  const allowed = listOf(networks)
  return allowed.length > 0 && { allowed_networks: [...allowed] }
}

/** The changed fields. Unchanged products are not sent, since the account may have left some of them. */
export function diffToken(values: TokenValues, before: TokenValues) {
  const expiry = expiryOf(values)
  const { read_only, toolsets, preview_first, approval } = limitsOf(values)
  const limitsBefore = limitsOf(before)
  return {
    ...(values.name !== before.name && { name: values.name }),
    ...(String(scopesOf(values)) !== String(scopesOf(before)) && { scopes: [...scopesOf(values)] }),
    ...(JSON.stringify(selectionOf(values)) !== JSON.stringify(selectionOf(before)) && {
      products: selectionOf(values),
    }),
    ...(read_only !== limitsBefore.read_only && { read_only }),
    ...(String(toolsets) !== String(limitsBefore.toolsets) && { toolsets }),
    ...(preview_first !== limitsBefore.preview_first && { preview_first }),
    ...(approval !== limitsBefore.approval && { approval }),
    ...(String(listOf(values.networks)) !== String(listOf(before.networks)) && {
      allowed_networks: [...listOf(values.networks)],
    }),
    ...(expiry !== undefined && expiry !== before.expiresAt && { expires_at: expiry }),
  }
}

/** Label and value of each field, to compare two versions. */
export function describeToken(values: TokenValues, products: readonly Product[]): readonly DescribedField[] {
  const expiry = expiryOf(values)
  return [
    { label: t('common.name'), value: values.name },
    { label: t('common.permissions'), value: scopesOf(values).map(scopeLabel).join('\n') },
    { label: t('common.products'), value: formatProducts({ products: selectionOf(values) }, products) },
    { label: t('limits.title'), value: describeLimits(limitsOf(values)).join('\n') || t('common.none') },
    { label: t('networks.title'), value: linesOf(listOf(values.networks)) || t('networks.all') },
    { label: t('common.expires'), value: expiry == null ? t('common.never') : formatDateTime(expiry) },
  ]
}
