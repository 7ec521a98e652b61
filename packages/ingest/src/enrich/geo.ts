import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { clip } from '@footfall/core-domain'
import { Reader, type Response } from 'mmdb-lib'
import { parseAddress } from './address.ts'
import { cacheByText } from './text-cache.ts'

/** Location of an address; empty text where the database does not know. */
export interface GeoLocation {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** ISO 3166-2 where the database has the code, else the name. */
  readonly region: string
  readonly city: string
}

export interface Geo {
  lookup(address: string): GeoLocation
  /** The bytes of its database, so that other threads can read the same memory; absent where there is none. */
  readonly database?: SharedArrayBuffer
}

const NOWHERE: GeoLocation = { country: '', region: '', city: '' }
/** About forty thousand addresses. */
const CACHE_BYTES_MAX = 16 * 1024 ** 2
const NAME_LENGTH_MAX = 120

/**
 * Opens a MaxMind database, by default the bundled country database. `path` may name a larger one with subdivisions and
 * cities, in the format of GeoLite2 or ip-location-db.
 */
export async function openGeo(path: string = bundledDatabase()): Promise<Geo> {
  const file = await readFile(path)
  const database = new SharedArrayBuffer(file.length)
  file.copy(Buffer.from(database))
  return geoOf(database)
}

/** The locations of a database that is in memory. Throws for one in another format. */
export function geoOf(database: SharedArrayBuffer): Geo {
  const reader = new Reader<Response>(Buffer.from(database))
  // The cache is in memory only, because it holds addresses.
  return { lookup: cacheByText(CACHE_BYTES_MAX, (address) => locate(reader, address)), database }
}

function bundledDatabase(): string {
  return createRequire(import.meta.url).resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')
}

function locate(reader: Reader<Response>, address: string): GeoLocation {
  const parsed = parseAddress(address)
  // Databases based on registrations assign a country to private ranges.
  if (parsed?.range() !== 'unicast') return NOWHERE
  const record: unknown = reader.get(parsed.toString())
  return isRecord(record) ? readLocation(record) : NOWHERE
}

/** GeoLite2: `{country: {iso_code}, subdivisions: [{iso_code, names}], city: {names}}`; ip-location-db: `{country_code, state1, city}`. */
export function readLocation(record: Record<string, unknown>): GeoLocation {
  const country = isRecord(record.country) ? record.country.iso_code : record.country_code
  const subdivision = Array.isArray(record.subdivisions) ? record.subdivisions[0] : record.state1
  const code = typeof country === 'string' ? country.toUpperCase() : ''
  return {
    country: /^[A-Z]{2}$/.test(code) ? code : '',
    region: regionCode(code, subdivision) ?? nameOf(subdivision),
    city: nameOf(record.city),
  }
}

/** ISO 3166-2, such as `DE-BE`, of a country and a subdivision; undefined where the database has no code. */
function regionCode(country: string, subdivision: unknown): string | undefined {
  const part = isRecord(subdivision) ? subdivision.iso_code : undefined
  if (typeof part !== 'string' || !/^[A-Z]{2}$/.test(country) || !/^[A-Z0-9]{1,3}$/i.test(part)) return undefined
  return `${country}-${part.toUpperCase()}`
}

function nameOf(value: unknown): string {
  if (typeof value === 'string') return clip(value, NAME_LENGTH_MAX)
  if (!isRecord(value)) return ''
  const english = isRecord(value.names) ? value.names.en : undefined
  return nameOf(typeof english === 'string' ? english : (value.iso_code ?? ''))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
