import {
  type BatchedEvent,
  PROPERTIES_BYTES_MAX,
  PROPERTIES_MAX,
  SENDER_ID_LENGTH_MAX,
  URL_LENGTH_MAX,
} from './collected.ts'
import { EVENT_NAME_LENGTH_MAX, PROPERTY_NAME_LENGTH_MAX, PROPERTY_VALUE_LENGTH_MAX } from './dimensions.ts'
import { plainUrl } from './plain-url.ts'
import { DAY_MS } from './time/units.ts'

type Check = (value: unknown) => boolean

const textOf =
  (max: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= max
const textLike =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const wholeTo =
  (max: number): Check =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max
const isBoolean: Check = (value) => typeof value === 'boolean'

/** A character takes three bytes at most. */
const PROPERTIES_LENGTH_MAX = PROPERTIES_BYTES_MAX / 3
/** The 29th of February is left to the schema. */
const INSTANT =
  /^\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const GROUP = '[0-9a-fA-F]{1,4}'
const ADDRESS = new RegExp(
  `^(?:${OCTET}(?:\\.${OCTET}){3}|${GROUP}(?::${GROUP}){7}|(?:${GROUP}:){1,4}(?::${GROUP}){1,3})$`,
)
/** Printable ASCII without spaces at its ends. */
const PLAIN_NAME = /^[!-~](?:[ -~]*[!-~])?$/
const isPlainName =
  (max: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= max && PLAIN_NAME.test(value)
const isPlainUrl: Check = (value) =>
  typeof value === 'string' && value.length <= URL_LENGTH_MAX && plainUrl(value) !== undefined

/** What a plain event may have, and how its values are. Whatever else a field may be is left to the schema. */
const PLAIN: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['name', isPlainName(EVENT_NAME_LENGTH_MAX)],
  ['url', isPlainUrl],
  ['title', textOf(URL_LENGTH_MAX)],
  ['referrer', textOf(URL_LENGTH_MAX)],
  ['props', isPlainProps],
  ['interactive', isBoolean],
  ['width', wholeTo(100_000)],
  ['engaged_ms', wholeTo(DAY_MS)],
  ['scroll', wholeTo(100)],
  ['watches_errors', isBoolean],
  ['visitor', isPlainName(SENDER_ID_LENGTH_MAX)],
  ['version', textOf(32)],
  ['automated', isBoolean],
  ['timestamp', textLike(INSTANT)],
  ['ip', textLike(ADDRESS)],
  ['user_agent', textOf(1024)],
  ['language', textOf(128)],
  ['id', isPlainName(SENDER_ID_LENGTH_MAX)],
])

function isPlainProps(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  let count = 0
  let length = 0
  for (const [name, property] of Object.entries(value)) {
    if (++count > PROPERTIES_MAX || name === '' || name.length > PROPERTY_NAME_LENGTH_MAX || name === '__proto__')
      return false
    const kind = typeof property
    if (
      kind === 'string' ? property.length > PROPERTY_VALUE_LENGTH_MAX : kind !== 'boolean' && !Number.isFinite(property)
    )
      return false
    length += name.length + String(property).length
    if (length > PROPERTIES_LENGTH_MAX) return false
  }
  return true
}

/**
 * An event of a batch that the schema `BatchedEvent` would return as it is, found in a fifth of its time. Undefined for every
 * other one, valid or not: the schema decides on it. `value` is what `JSON.parse` made.
 */
export function plainBatchedEvent(value: unknown): BatchedEvent | undefined {
  return isPlain(value) ? value : undefined
}

function isPlain(value: unknown): value is BatchedEvent {
  if (typeof value !== 'object' || value === null) return false
  let required = 0
  for (const [field, content] of Object.entries(value)) {
    const check = PLAIN.get(field)
    if (check === undefined || !check(content)) return false
    if (REQUIRED.has(field)) required++
  }
  return required === REQUIRED.size
}

const REQUIRED: ReadonlySet<string> = new Set(['name', 'url', 'timestamp', 'ip', 'user_agent'])
