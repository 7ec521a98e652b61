import {
  CAMPAIGN_DIMENSIONS,
  DIMENSION_TABLE,
  FIELD_DIMENSIONS,
  type FieldDimension,
  type ProductId,
  SCRIPT_ERROR_EVENT,
  type TrafficClass,
  WEB_VITALS,
  type WebVital,
} from '@footfall/core-domain'
import { evidenceWords, identifier, joinSql, type Sql, sql, text, trafficName, uint64 } from '@footfall/warehouse'

/**
 * One event of an export, under the names that an import knows. Null fields are unknown. Dimensions that are not among
 * the fields are in the address, or an import works them out.
 */
export interface ExportedEvent extends Readonly<Record<FieldDimension, string | null>> {
  readonly timestamp: string
  readonly name: string
  readonly url: string
  readonly visitor: string | null
  readonly visit: string | null
  readonly referrer: string | null
  readonly engaged_ms: number | null
  readonly scroll: number | null
  /** 0 of a custom event that did not end a bounce where it would have. */
  readonly interactive: 0 | null
  /** 1 of an engagement whose page watched for script errors. */
  readonly watches_errors: 1 | null
  readonly vitals: Readonly<Record<WebVital, number | null>>
  readonly error_count: number | null
  readonly error_message: string
  /** With line and column if they are known. */
  readonly error_source: string
  readonly error_stack: string
  readonly amount: string | null
  readonly currency: string | null
  readonly props: Readonly<Record<string, string>>
  readonly version: string | null
  /** Of rows from before there were classes null. */
  readonly traffic: TrafficClass | null
  /** Names of what speaks for and against automation, separated by spaces. */
  readonly evidence: string | null
}

/** A secret of one export: two exports give the same visitor different names, and neither is the engine's. */
export type PseudonymKey = readonly [bigint, bigint]

const FIELDS = joinSql(
  FIELD_DIMENSIONS.map((name) => {
    const value = sql`events.${identifier(name)}`
    // Always two bytes; those of an unknown country are zero.
    const isCountry = DIMENSION_TABLE[name].column?.type === 'country'
    const shown = isCountry ? sql`toStringCutToZero(CAST(${value}, 'FixedString(2)'))` : sql`toString(${value})`
    return sql`nullIf(${shown}, '') AS ${identifier(name)}`
  }),
  ', ',
)

/** Every column is named with its table, because what is selected takes over some of their names. */
export function exportedColumns([first, second]: PseudonymKey): Sql {
  const pseudonym = (id: Sql) =>
    sql`if(${id} = 0, NULL, lower(hex(sipHash64Keyed((${uint64(first)}, ${uint64(second)}), ${id}))))`
  return sql`
  concat(replaceOne(toString(events.ts), ' ', 'T'), 'Z') AS timestamp,
  events.name AS name,
  concat(${ORIGIN}, ${PATH}, ${QUERY}) AS url,
  ${pseudonym(sql`events.visitor`)} AS visitor,
  ${pseudonym(sql`events.visit`)} AS visit,
  if(events.referrer = '', NULL, concat('https://', events.referrer)) AS referrer,
  ${FIELDS},
  if(events.kind = 'engagement', events.engaged_ms, NULL) AS engaged_ms,
  if(events.kind = 'engagement', events.scroll, NULL) AS scroll,
  if(events.kind = 'custom' AND events.unbounce = 0 AND events.visit != 0
    AND (unbounced_visit = 0 OR unbounced_at > events.ts), 0, NULL) AS interactive,
  if(events.name = 'engagement' AND events.error_count = 0, 1, NULL) AS watches_errors,
  CAST((${VITALS}), ${text(`Tuple(${WEB_VITALS.map((vital) => `${vital} Nullable(Float64)`).join(', ')})`)}) AS vitals,
  if(events.name = ${text(SCRIPT_ERROR_EVENT)} AND events.error_count > 0, events.error_count, NULL) AS error_count,
  events.error_message AS error_message, events.error_source AS error_source, events.error_stack AS error_stack,
  if(events.currency = '', NULL, toString(events.revenue)) AS amount,
  nullIf(toString(events.currency), '') AS currency,
  events.props AS props,
  nullIf(toString(events.tracker), '') AS version,
  if(events.evidence = 0, NULL, ${trafficName(sql`events.evidence`)}) AS traffic,
  nullIf(${evidenceWords(sql`events.evidence`)}, '') AS evidence`
}

/** Scores are kept in ten-thousandths, and what was not measured as −1. */
const VITALS = joinSql(
  WEB_VITALS.map((vital) => {
    const value = sql`events.${identifier(vital)}`
    return sql`if(${value} < 0, NULL, ${vital === 'cls' ? sql`${value} / 10000` : value})`
  }),
  ', ',
)

/**
 * When each visit ended to be a bounce, to be joined to its rows. Whether a custom event is interactive is not kept: one that
 * is not is of a visit that is still a bounce. `candidates` chooses rows of the visits that are asked about.
 */
export function unbouncedVisits(product: ProductId, candidates: Sql): Sql {
  const visits = sql`SELECT visit, visit_start FROM events WHERE ${candidates} AND kind = 'custom' AND unbounce = 0 AND visit != 0`
  return sql`GLOBAL LEFT JOIN (SELECT visit AS unbounced_visit, min(ts) AS unbounced_at FROM events
  WHERE product_id = ${text(product)} AND unbounce = 1 AND visit IN (SELECT visit FROM (${visits}))
    AND ts >= (SELECT min(visit_start) FROM (${visits}))
  GROUP BY visit) AS unbounced ON events.visit = unbounced.unbounced_visit`
}

/** The scheme is not kept. A host that no web address can have came from an app, whose scheme takes any. */
const ORIGIN = sql`if(match(events.hostname, '^([a-z0-9_-]+\\\\.)*[a-z_-][a-z0-9_-]*$|^\\\\d+\\\\.\\\\d+\\\\.\\\\d+\\\\.\\\\d+$|^\\\\[[0-9a-f:]+\\\\]$'), 'https://', 'app://'), events.hostname`

/**
 * Paths are kept readable. So that reading the address gives the very same path, what would mean something else is
 * escaped: percent signs, except those of the escapes that stay when a path is made readable (`decodeURI`), spaces at
 * which an address would be cut, and backslashes, which browsers take for slashes.
 */
const PATH = sql`replaceAll(replaceAll(replaceRegexpAll(replaceAll(events.path, '%', '%25'), '(?i)%25(23|24|26|2[bcf]|3[abdf]|40)', '%\\\\1'), ' ', '%20'), '\\\\', '%5C')`

/** Campaigns are kept of a visit and not in the query, so they are put back where an import looks for them. */
const PARAMETERS = sql`arrayFilter(part -> part != '', [
    ${joinSql(
      CAMPAIGN_DIMENSIONS.map((name) => {
        const value = sql`events.${identifier(name)}`
        const start = text(`${DIMENSION_TABLE[name].parameter}=`)
        return sql`if(${value} = '', '', concat(${start}, encodeURLComponent(toString(${value}))))`
      }),
      ', ',
    )}
  ])`
const QUERY = sql`if(empty(${PARAMETERS}), '', concat('?', arrayStringConcat(${PARAMETERS}, '&')))`
