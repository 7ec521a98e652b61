import {
  type Clock,
  DAY_MS,
  HOUR_MS,
  type ProductSelection,
  ProductSelection as Selection,
  type Timestamp,
  timestamp,
} from '@footfall/core-domain'
import { SCOPES, type Scope } from '@footfall/operations'
import { commaSeparated } from '../comma-separated.ts'
import { UsageError } from '../errors.ts'

/** The option of a field of a token, with the product that an error is about. */
export function optionOf(products: ProductSelection | undefined): (path: string) => string {
  return (path) => {
    const [field, , index] = path.split('.')
    if (field === 'expires_at') return '--expires'
    const named = products?.mode === 'selected' && index !== undefined ? products.ids[Number(index)] : undefined
    return named === undefined ? `--${field}` : `--${field} ${named}`
  }
}

/** Throws `UsageError`, which names every text that is not a scope, and a command that lists the scopes. */
export function knownScopes(text: string, listedBy = 'footfall token create --help'): Scope[] {
  const names = commaSeparated(text)
  const scopes = new Set<string>(SCOPES)
  const unknown = names.filter((name) => !scopes.has(name))
  if (unknown.length > 0)
    throw new UsageError(`--scopes: unknown: ${unknown.join(', ')}; \`${listedBy}\` lists the scopes`)
  if (names.length === 0) throw new UsageError('--scopes: must name at least one scope')
  return SCOPES.filter((scope) => names.includes(scope))
}

/** Scopes in a list of tokens, where all of them would be hundreds of characters; `inspect` shows all. */
export function scopesInShort(scopes: readonly string[]): string {
  if (SCOPES.every((scope) => scopes.includes(scope))) return 'all'
  const shown = scopes.length > SCOPES_SHOWN_MAX ? scopes.slice(0, SCOPES_SHOWN_MAX - 1) : scopes
  const more = scopes.length - shown.length
  return `${shown.join(',')}${more === 0 ? '' : ` and ${more} more`}`
}

const SCOPES_SHOWN_MAX = 3

/** Throws `UsageError` for anything but “all” and product identifiers. */
export function selection(text: string): ProductSelection {
  if (text.trim() === 'all') return { mode: 'all' }
  const parsed = Selection.safeParse({ mode: 'selected', ids: commaSeparated(text) })
  if (!parsed.success) throw new UsageError('--products: must be “all” or comma-separated product identifiers (prd_…)')
  return parsed.data
}

const UNIT_MS = { h: HOUR_MS, d: DAY_MS, y: 365 * DAY_MS } as const

/** Throws `UsageError` for anything but a duration. */
export function expiry(duration: string, clock: Clock): Timestamp {
  const match = /^(\d{1,5})([hdy])$/.exec(duration.trim())
  const [, count, unit] = match ?? []
  if (count === undefined || unit === undefined)
    throw new UsageError('--expires: must be a duration such as 12h, 90d or 1y')
  return timestamp(clock.now() + Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS])
}
