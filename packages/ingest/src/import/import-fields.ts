import { byName, DIMENSION_TABLE, FIELD_DIMENSIONS, TRAFFIC_CLASSES } from '@footfall/core-domain'
import { EVIDENCE_WORDS } from '@footfall/warehouse'
import { z } from 'zod'
import { ImportedEvent } from './imported-event.ts'

/** Documentation of one import field. */
export interface ImportField {
  readonly name: string
  /** With unit and limits. */
  readonly type: string
  readonly required: boolean
  readonly description: string
  readonly csv: string
  /** The type of its column in a Parquet file. */
  readonly parquet: string
}

type FieldName = keyof typeof ImportedEvent.shape

interface FieldMetadata {
  readonly description: string
  /** Where the schema does not say it. */
  readonly type?: string
  readonly unit?: string
  readonly csv?: string
  readonly parquet?: string
}

/** Names, limits and required fields come from the schema; a field without metadata does not compile. */
const METADATA: Readonly<Record<FieldName, FieldMetadata>> = {
  timestamp: {
    description: 'when it happened, between 1970 and now',
    type: 'RFC 3339 date-time with a zone, such as 2026-03-01T12:00:00Z',
    parquet: 'timestamp or string',
  },
  name: { description: '“pageview”, “engagement”, or the name of a custom event' },
  url: { description: 'absolute address of the page; campaign parameters are read from it' },
  visitor: { description: 'pseudonym of the visitor; required where there is no ip' },
  ip: {
    description: 'address of the visitor, if there is no visitor; hashed and never stored',
    type: 'IPv4 or IPv6 address',
  },
  user_agent: { description: 'browser, system and device are read from it; bots become crawler hits' },
  referrer: { description: 'address of the page that led here' },
  props: {
    description: 'properties of the event; values are text, numbers or true and false',
    type: 'object, at most 30 names',
    csv: 'props (a JSON object), or props.NAME for each',
    parquet: 'map or struct',
  },
  revenue: {
    description: 'amount as a decimal, currency as an ISO 4217 code such as EUR',
    type: 'object {amount, currency}',
    csv: 'revenue.amount, revenue.currency',
    parquet: 'struct',
  },
  interactive: {
    description: 'false for a custom event that the visitor did not cause; it does not end a bounce',
    type: 'true or false',
    parquet: 'boolean',
  },
  watches_errors: {
    description: 'of an engagement: true if the page watched for script errors, so that none is a true zero',
    type: 'true or false',
    parquet: 'boolean',
  },
  vitals: {
    description: 'of an event named “web_vitals”: what was measured of the page',
    type: 'object {lcp, inp, cls, ttfb, fcp}, times in milliseconds',
    csv: 'vitals.lcp, vitals.inp, vitals.cls, vitals.ttfb, vitals.fcp',
    parquet: 'struct',
  },
  error: {
    description: 'of an event named “script_error”: what happened, and how often',
    type: 'object {message, source, line, column, stack, count}',
    csv: 'error.message, error.source, error.line, error.column, error.stack, error.count',
    parquet: 'struct',
  },
  width: { description: 'width of the viewport', unit: 'CSS pixels', parquet: 'integer' },
  engaged_ms: {
    description: 'of an engagement: time for which the page was in front',
    unit: 'milliseconds',
    parquet: 'integer',
  },
  scroll: { description: 'of an engagement: deepest point reached', unit: 'percent of the page', parquet: 'integer' },
  version: { description: 'version of the script that sent it' },
  ...byName(FIELD_DIMENSIONS, (name) => ({ description: DIMENSION_TABLE[name].field?.description ?? '' })),
  country: {
    description: 'instead of what the address says',
    type: 'ISO 3166-1 alpha-2 code such as DE',
  },
  visit: { description: 'of an export; accepted and worked out anew' },
  traffic: {
    description: 'class of the visit; a visit of which one row is suspected is suspected',
    type: `one of ${TRAFFIC_CLASSES.join(', ')}`,
  },
  evidence: {
    description: 'what speaks for and against automation; with traffic only',
    type: `words, separated by spaces: ${EVIDENCE_WORDS.join(', ')}`,
  },
}

/** Every field of an import, required ones first. */
export function importFields(): readonly ImportField[] {
  const shape: Readonly<Record<string, z.ZodType>> = ImportedEvent.shape
  const fields = Object.entries(METADATA).flatMap(([name, { description, type, unit, csv, parquet }]) => {
    const schema = shape[name]
    if (schema === undefined) return []
    const required = !schema.safeParse(undefined).success
    const typed = `${type ?? typeOf(schema)}${unit === undefined ? '' : `, ${unit}`}`
    return [{ name, type: typed, required, description, csv: csv ?? name, parquet: parquet ?? 'string' }]
  })
  return fields.toSorted((one, other) => Number(other.required) - Number(one.required))
}

/** The parts of a JSON schema that are used. */
const Limits = z.object({
  type: z.string().optional(),
  maxLength: z.int().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
})

function typeOf(schema: z.ZodType): string {
  const { type, maxLength, minimum, maximum } = Limits.parse(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
  )
  if (type === 'integer') return `whole number from ${minimum} to ${maximum?.toLocaleString('en')}`
  return maxLength === undefined ? 'text' : `text, at most ${maxLength.toLocaleString('en')} characters`
}
