import { DAY_MS, type FieldError, toFieldErrors } from '@footfall/core-domain'
import { cacheByText } from '../enrich/text-cache.ts'
import { ImportedEvent } from './imported-event.ts'

export type Checked =
  | { readonly ok: true; readonly event: ImportedEvent }
  | { readonly ok: false; readonly errors: readonly FieldError[] }

/** About fifty thousand typical texts, per field. */
const CACHE_BYTES_MAX = 16 * 1024 ** 2

/**
 * Checks a row against `ImportedEvent`. The schema takes ten times as long as the rest of the import, so recurring
 * values are checked by their part of the schema once and cached, and plain values that the schema certainly accepts
 * unchanged are not passed to it. Everything else goes to the schema, and only the schema rejects.
 */
export function checkEvent(row: unknown): Checked {
  if (isPlain(row)) return { ok: true, event: row }
  const present = withoutNulls(row)
  if (isPlain(present)) return { ok: true, event: present }
  const parsed = ImportedEvent.safeParse(present)
  if (parsed.success) return { ok: true, event: parsed.data }
  return { ok: false, errors: parsed.error.issues.flatMap((issue) => toFieldErrors(issue)) }
}

/** Exporters often write an absent value as null. */
function withoutNulls(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}

const { shape } = ImportedEvent

type Test = (value: unknown) => boolean

/** Whether the schema would return the same value, cached by text. */
function unchangedBy(schema: { safeParse(value: unknown): { data?: unknown } }): Test {
  const unchanged = cacheByText(CACHE_BYTES_MAX, (text) => schema.safeParse(text).data === text)
  return (value) => typeof value === 'string' && unchanged(value)
}

/** Accepts text by a pattern that the schema certainly allows; other text goes to the schema. */
function matching(pattern: RegExp, otherwise: Test): Test {
  return (value) => typeof value === 'string' && (pattern.test(value) || otherwise(value))
}

const whole = (max: number): Test => {
  return (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max
}

const isBoolean: Test = (value) => typeof value === 'boolean'

const plainFields: ReadonlyMap<string, Test> = new Map<string, Test>([
  ...Object.entries(shape).map(([field, schema]): [string, Test] => [field, unchangedBy(schema)]),
  ['timestamp', isPlainTimestamp],
  ['visitor', matching(/^[!-~]{1,255}$/, unchangedBy(shape.visitor))],
  ['referrer', matching(/^[ -~]{0,1000}$/, unchangedBy(shape.referrer))],
  ['user_agent', matching(/^[ -~]{0,1000}$/, unchangedBy(shape.user_agent))],
  ['props', arePlainProps],
  ['interactive', isBoolean],
  ['watches_errors', isBoolean],
  ['width', whole(100_000)],
  ['engaged_ms', whole(DAY_MS)],
  ['scroll', whole(100)],
])

/** An object such as `revenue` always goes to the schema. */
function isPlain(row: unknown): row is ImportedEvent {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return false
  for (const field in row) {
    if (!plainFields.get(field)?.(Reflect.get(row, field))) return false
  }
  if ('evidence' in row && !('traffic' in row)) return false
  return 'timestamp' in row && 'name' in row && 'url' in row && ('visitor' in row || 'ip' in row)
}

const INSTANT = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/

/** Days that exist in every month; the schema knows the others. */
function isPlainTimestamp(value: unknown): boolean {
  return typeof value === 'string' && (INSTANT.test(value) || shape.timestamp.safeParse(value).success)
}

const NAMES_MAX = 30
const PLAIN_NAME = /^[!-~]{1,64}$/
const VALUE_LENGTH_MAX = 1000

/** Well within the limits of `EventProperties`. */
function arePlainProps(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const entries = Object.entries(value)
  return entries.length <= NAMES_MAX && entries.every(([name, entry]) => isPlainProp(name, entry))
}

function isPlainProp(name: string, value: unknown): boolean {
  if (!PLAIN_NAME.test(name) || name === '__proto__') return false
  if (typeof value === 'string') return value.length <= VALUE_LENGTH_MAX
  return typeof value === 'boolean' || value === null || (typeof value === 'number' && Number.isFinite(value))
}
