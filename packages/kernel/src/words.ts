import type { Change } from './plan.ts'

/** The names of values, if they differ from their texts. */
export interface Wording {
  /** The names of the ids in values. */
  readonly names?: Readonly<Record<string, string>> | undefined
  /** For a model, which sends values back: paths and instants as the interface has them. */
  readonly exact?: boolean
  /** A value in the words of the host; undefined if the host has none for it. */
  special?(value: unknown, context: WordingContext): string | undefined
}

export interface WordingContext {
  readonly names: Readonly<Record<string, string>>
  inWords(value: unknown): string
}

/** A change as a person reads it. */
export interface ChangeInWords {
  readonly field: string
  readonly from: string
  readonly to: string
  /** For lists: the added and removed entries, and the number of entries before and after. */
  readonly list?: {
    readonly before: number
    readonly after: number
    readonly removed: readonly string[]
    readonly added: readonly string[]
  }
}

const NONE = 'none'

/** Changes in words: nothing is left out, no value is shown as code, and what has a name is shown with it. */
export function changesInWords(changes: readonly Change[], wording: Wording = {}): readonly ChangeInWords[] {
  return changes.map(({ path, from, to }) => {
    const inWords = (value: unknown) => valueInWords(value, wording)
    const [before, after] = [listOf(from), listOf(to)]
    const change = { field: wording.exact ? path : fieldInWords(path), from: inWords(from), to: inWords(to) }
    if (before === undefined || after === undefined || before.length + after.length === 0) return change
    const list = {
      before: before.length,
      after: after.length,
      removed: without(before, after).map(inWords),
      added: without(after, before).map(inWords),
    }
    return { ...change, list }
  })
}

/** `auto_capture.outbound_links` as “auto capture, outbound links”. */
export function fieldInWords(path: string): string {
  return path.replaceAll('.', ', ').replaceAll('_', ' ')
}

/** Any value in words. */
function valueInWords(value: unknown, wording: Wording): string {
  const inWords = (inner: unknown) => valueInWords(inner, wording)
  if (value === null || value === undefined) return NONE
  const special = wording.special?.(value, { inWords, names: wording.names ?? {} })
  if (special !== undefined) return special
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return textInWords(value, wording)
  if (Array.isArray(value)) return value.length === 0 ? NONE : value.map(inWords).join(', ')
  if (typeof value !== 'object') return String(value)
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null)
  // A thing with one field, such as the pattern of a path, is that field.
  const [only] = fields
  if (only !== undefined && fields.length === 1) return inWords(only[1])
  return fields.map(([name, inner]) => `${fieldInWords(name)}: ${inWords(inner)}`).join('; ') || NONE
}

function textInWords(text: string, { names = {}, exact }: Wording): string {
  if (Object.hasOwn(names, text)) return `${names[text]} (${text})`
  return INSTANT.test(text) && !exact ? instantInWords(text) : text
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const DAYS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const TIMES = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' })

/** “31 January 2027, 00:00 UTC”. */
export function instantInWords(instant: string): string {
  const at = new Date(instant)
  return `${DAYS.format(at)}, ${TIMES.format(at)} UTC`
}

/** A list; empty if there is no value. Undefined for any other value. */
function listOf(value: unknown): readonly unknown[] | undefined {
  if (value === null || value === undefined) return []
  return Array.isArray(value) ? value : undefined
}

/** The entries of a list that the other does not have, as often as it lacks them. */
function without(list: readonly unknown[], other: readonly unknown[]): readonly unknown[] {
  const left = new Map<string, number>()
  for (const key of other.map((entry) => JSON.stringify(entry))) left.set(key, (left.get(key) ?? 0) + 1)
  return list.filter((entry) => {
    const key = JSON.stringify(entry)
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count <= 0
  })
}

const INLINE_ENTRIES_MAX = 3

/** A change as lines of a list: the field with its values, and below it the added and removed entries. */
export function changeLines({ field, from, to, list }: ChangeInWords): readonly string[] {
  if (list === undefined) return [from === NONE ? `- ${field}: ${to}` : `- ${field}: ${from} → ${to}`]
  const { before, after, removed, added } = list
  if (before === 0 && after <= INLINE_ENTRIES_MAX) return [`- ${field}: ${to}`]
  const reordered = removed.length + added.length === 0 ? ', in another order' : ''
  return [
    `- ${field}: ${before} before, ${after} after${reordered}`,
    ...removed.map((entry) => `  - removed: ${entry}`),
    ...added.map((entry) => `  - added: ${entry}`),
  ]
}
