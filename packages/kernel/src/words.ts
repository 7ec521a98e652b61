import type { Change } from './plan.ts'

/** The names of fields and values, if they differ from their texts. */
export interface Wording extends HostWording {
  /** The names of the ids in values. */
  readonly names?: Readonly<Record<string, string>> | undefined
  /** For a model, which sends values back: paths, lengths of time and instants as the interface has them. */
  readonly exact?: boolean
}

/** The words of a host for what it changes. */
export interface HostWording {
  /** A value in the words of the host; undefined if the host has none for it. */
  special?(value: unknown, context: WordingContext): string | undefined
  /** A field in the words of the host; undefined if the host has none for it. */
  field?(path: string): FieldWords | undefined
  /** The language of all these words; English by default. */
  readonly language?: WordingLanguage
}

/** The words that every host needs, in one language. */
export interface WordingLanguage {
  /** The language tag, which writes numbers, dates and lengths of time. */
  readonly tag: string
  readonly none: string
  readonly yes: string
  readonly no: string
  /** Between the entries of a list. */
  readonly separator: string
}

export interface FieldWords {
  readonly label: string
  /** What it means that the field has no value; by default, “none”. */
  readonly none?: string
  /** A value of this field, or an entry of it; undefined for one without words of its own. */
  value?(value: unknown): string | undefined
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
const ENGLISH: WordingLanguage = { tag: 'en-GB', none: NONE, yes: 'yes', no: 'no', separator: ', ' }

/** Changes in words: nothing is left out, no value is shown as code, and what has a name is shown with it. */
export function changesInWords(changes: readonly Change[], wording: Wording = {}): readonly ChangeInWords[] {
  const { separator, none: noValue } = wording.language ?? ENGLISH
  return changes.map(({ path, from, to }) => {
    const { label, none = noValue, value } = wordsOfField(path, wording)
    const inWords = (inner: unknown): string =>
      Array.isArray(inner) && inner.length > 0
        ? inner.map(inWords).join(separator)
        : (value?.(inner) ?? valueInWords(inner, wording))
    const [before, after] = [listOf(from), listOf(to)]
    const change = { field: label, from: inWords(from), to: isNoValue(to) ? none : inWords(to) }
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

/** Whether a field with this value has none. */
export function isNoValue(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

function wordsOfField(path: string, { exact, field, language }: Wording): FieldWords {
  if (exact) return { label: path }
  const unit = unitOf(path)
  const words = field?.(path) ?? { label: fieldInWords(path) }
  if (unit === undefined) return words
  return { ...words, value: (value) => words.value?.(value) ?? lengthInWords(value, unit, language?.tag) }
}

/** `auto_capture.outbound_links` as “auto capture, outbound links”, `window_minutes` as “window”: its value names the unit. */
export function fieldInWords(path: string): string {
  const unit = unitOf(path)
  const withoutUnit = unit === undefined ? path : path.slice(0, -`_${unit}s`.length)
  return withoutUnit.replaceAll('.', ', ').replaceAll('_', ' ')
}

const SECONDS = { day: 86_400, hour: 3_600, minute: 60, second: 1 } as const
type Unit = keyof typeof SECONDS
const UNITS = ['day', 'hour', 'minute', 'second'] as const satisfies readonly Unit[]

/** The unit of a length of time, which the name of its field ends with. */
function unitOf(path: string): Unit | undefined {
  return UNITS.find((unit) => path.endsWith(`_${unit}s`))
}

/** A length of time in the largest unit that holds it exactly: 1440 minutes as “1 day”, 90 minutes as “90 minutes”. */
export function lengthInWords(length: unknown, unit: Unit, tag = ENGLISH.tag): string | undefined {
  if (typeof length !== 'number' || !Number.isFinite(length)) return undefined
  const seconds = length * SECONDS[unit]
  const largest = length === 0 ? unit : (UNITS.find((candidate) => seconds % SECONDS[candidate] === 0) ?? unit)
  const amount = seconds / SECONDS[largest]
  return amount.toLocaleString(tag, { style: 'unit', unit: largest, unitDisplay: 'long' })
}

/** Any value in words. */
function valueInWords(value: unknown, wording: Wording): string {
  const inWords = (inner: unknown) => valueInWords(inner, wording)
  const { none, yes, no, separator } = wording.language ?? ENGLISH
  if (value === null || value === undefined) return none
  const special = wording.special?.(value, { inWords, names: wording.names ?? {} })
  if (special !== undefined) return special
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value === 'string') return textInWords(value, wording)
  if (Array.isArray(value)) return value.length === 0 ? none : value.map(inWords).join(separator)
  if (typeof value !== 'object') return String(value)
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null)
  // A thing with one field, such as the pattern of a path, is that field.
  const [only] = fields
  if (only !== undefined && fields.length === 1) return inWords(only[1])
  return fields.map(([name, inner]) => fieldOfValue(name, inner, wording)).join('; ') || none
}

function fieldOfValue(name: string, value: unknown, wording: Wording): string {
  const unit = wording.exact ? undefined : unitOf(name)
  const label = wording.exact ? name.replaceAll('_', ' ') : (wording.field?.(name)?.label ?? fieldInWords(name))
  return `${label}: ${(unit && lengthInWords(value, unit, wording.language?.tag)) ?? valueInWords(value, wording)}`
}

function textInWords(text: string, { names = {}, exact, language }: Wording): string {
  if (Object.hasOwn(names, text)) return `${names[text]} (${text})`
  return INSTANT.test(text) && !exact ? instantInWords(text, language?.tag) : text
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** “31 January 2027, 00:00 UTC”. */
export function instantInWords(instant: string, tag = ENGLISH.tag): string {
  const at = new Date(instant)
  const time = new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: 'UTC' }).format(at)
  return `${longDate(at, tag)}, ${time} UTC`
}

/** “31 January 2027”, of `2027-01-31`. */
export function dayInWords(day: string, tag = ENGLISH.tag): string {
  return longDate(new Date(`${day}T00:00:00Z`), tag)
}

function longDate(at: Date, tag: string): string {
  return new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
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
