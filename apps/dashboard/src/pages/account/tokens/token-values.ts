import type { AccountToken, Product, Scope } from '../../../api/types.ts'
import type { Described } from '../../../forms/conflict-choice.tsx'
import { formatMoment } from '../../../ui/when.tsx'
import { ALL_SCOPES, wordsOf } from '../scope-labels.ts'
import { productsInWords } from './token-products.ts'

/** `keep` is what a token has already. */
export type End = 'keep' | '30' | '90' | '365' | 'date' | 'never'

/** What is typed about a token. */
export interface TokenValues {
  readonly name: string
  readonly scopes: readonly Scope[]
  /** Undefined until somebody chose. */
  readonly reach: 'all' | 'selected' | undefined
  readonly products: readonly string[]
  readonly end: End
  /** YYYY-MM-DD, where `end` is `date`. */
  readonly date: string
  /** What the token has, where it has been made already. */
  readonly expiresAt: string | null
}

export const NEW_TOKEN: TokenValues = {
  name: '',
  scopes: [],
  reach: undefined,
  products: [],
  end: '90',
  date: '',
  expiresAt: null,
}

export function valuesOf({ name, scopes, products, expires_at }: AccountToken): TokenValues {
  return {
    name,
    scopes: inOrder(scopes),
    reach: products.mode,
    products: products.mode === 'all' ? [] : products.ids,
    end: 'keep',
    date: '',
    expiresAt: expires_at,
  }
}

/** The scopes in the order of the pages, whatever order they were ticked in. */
function inOrder(scopes: readonly string[]): readonly Scope[] {
  return ALL_SCOPES.filter((scope) => scopes.includes(scope))
}

/** When the token will end; null for never, undefined where a date is still to be typed. */
export function expiryOf({ end, date, expiresAt }: TokenValues, now = new Date()): string | null | undefined {
  switch (end) {
    case 'keep':
      return expiresAt
    case 'never':
      return null
    case 'date': {
      const endOfDay = new Date(`${date}T23:59:59`)
      return Number.isNaN(endOfDay.getTime()) ? undefined : endOfDay.toISOString()
    }
    case '30':
    case '90':
    case '365': {
      const later = new Date(now)
      later.setDate(later.getDate() + Number(end))
      return later.toISOString()
    }
  }
}

/** What still has to be filled in, by the names the API has for it. */
export function missingIn(values: TokenValues): { readonly path: string; readonly message: string }[] {
  const { name, scopes, reach, products } = values
  const missing = (absent: boolean, path: string, message: string) => (absent ? [{ path, message }] : [])
  return [
    ...missing(name.trim() === '', 'name', 'say what it is for'),
    ...missing(scopes.length === 0, 'scopes', 'choose at least one'),
    ...missing(reach === undefined, 'products', 'choose which products it reaches'),
    ...missing(reach === 'selected' && products.length === 0, 'products', 'choose at least one product'),
    ...missing(expiryOf(values) === undefined, 'expires_at', 'choose a date'),
  ]
}

export function selectionOf({ reach, products }: TokenValues) {
  return reach === 'selected' ? { mode: reach, ids: [...products] } : { mode: 'all' as const }
}

/** What differs from what the token has; `products` it has lost access to are not sent back as if they were wanted. */
export function changesIn(values: TokenValues, before: TokenValues) {
  const expiry = expiryOf(values)
  return {
    ...(values.name !== before.name && { name: values.name }),
    ...(String(inOrder(values.scopes)) !== String(inOrder(before.scopes)) && { scopes: [...values.scopes] }),
    ...(JSON.stringify(selectionOf(values)) !== JSON.stringify(selectionOf(before)) && {
      products: selectionOf(values),
    }),
    ...(expiry !== undefined && expiry !== before.expiresAt && { expires_at: expiry }),
  }
}

/** The values line by line, to compare two versions. */
export function describeToken(values: TokenValues, products: readonly Product[]): readonly Described[] {
  const expiry = expiryOf(values)
  return [
    { label: 'Name', value: values.name },
    { label: 'May', value: inOrder(values.scopes).map(wordsOf).join('\n') },
    { label: 'Products', value: productsInWords({ products: selectionOf(values) }, products) },
    { label: 'Ends', value: expiry == null ? 'never' : formatMoment(expiry) },
  ]
}
