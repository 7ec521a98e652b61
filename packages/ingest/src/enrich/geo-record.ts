import { clip, isRecord } from '@footfall/core-domain'

/** Location of an address; empty text where the database does not know. */
export interface GeoLocation {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** ISO 3166-2 where the database has the code, else the name. */
  readonly region: string
  readonly city: string
}

const NAME_LENGTH_MAX = 120
const COUNTRY = /^[A-Z]{2}$/
/** The part of ISO 3166-2 after the hyphen, or the whole code. */
const SUBDIVISION = /^(?:([A-Z]{2})-)?([A-Z0-9]{1,3})$/

/**
 * What a record says of a place, by the names of fields that databases use:
 *
 * - GeoLite2, DB-IP and IP2Location: `country.iso_code`, `subdivisions[0]` with `iso_code` and `names`, `city.names`;
 * - ip-location-db: `country_code`, `state1`, `city`;
 * - IPinfo: `country_code`, or `country` as a code, `region` with `region_code`, `city`.
 */
export function readLocation(record: Record<string, unknown>): GeoLocation {
  const country = countryOf(record)
  const subdivision = Array.isArray(record.subdivisions) ? record.subdivisions[0] : (record.state1 ?? record.region)
  const code = isRecord(subdivision) ? subdivision.iso_code : (record.region_code ?? record.region_iso_code)
  return { country, region: regionCode(country, code) ?? nameOf(subdivision), city: nameOf(record.city) }
}

/** A country that is a text may be a name; the record then has its code too. */
function countryOf({ country, country_code, country_iso_code }: Record<string, unknown>): string {
  const found = isRecord(country) ? country.iso_code : (country_code ?? country_iso_code ?? country)
  const code = typeof found === 'string' ? found.toUpperCase() : ''
  return COUNTRY.test(code) ? code : ''
}

/** ISO 3166-2, such as `DE-BE`; undefined where the database has no code of this country. */
function regionCode(country: string, code: unknown): string | undefined {
  const [, ofCountry = country, part] = (typeof code === 'string' && SUBDIVISION.exec(code.toUpperCase())) || []
  return part === undefined || country === '' || ofCountry !== country ? undefined : `${country}-${part}`
}

function nameOf(value: unknown): string {
  // IP2Location writes a hyphen for what it does not know.
  if (typeof value === 'string') return value === '-' ? '' : clip(value, NAME_LENGTH_MAX)
  if (!isRecord(value)) return ''
  const english = isRecord(value.names) ? value.names.en : undefined
  return nameOf(typeof english === 'string' ? english : (value.iso_code ?? ''))
}
