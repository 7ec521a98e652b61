import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isRecord } from '@footfall/core-domain'
import { Reader, type Response } from 'mmdb-lib'
import { parseAddress } from './address.ts'
import { hasAmongFirst } from './first-networks.ts'
import { type GeoLocation, readLocation } from './geo-record.ts'
import type { DatabaseFacts } from './reloaded-file.ts'
import { cacheByText } from './text-cache.ts'

export interface Geo {
  lookup(address: string): GeoLocation
  /** The bytes of its database, so that other threads can read the same memory; absent where there is none. */
  readonly database?: SharedArrayBuffer
}

export type OpenedGeo = Required<Geo> & DatabaseFacts

const NOWHERE: GeoLocation = { country: '', region: '', city: '' }
export const NO_GEO: Geo = { lookup: () => NOWHERE }
/** About forty thousand addresses. */
const CACHE_BYTES_MAX = 16 * 1024 ** 2
/** Stands before what a database says about itself, which is at its end. */
export const METADATA_MARKER = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex')

/**
 * Opens a MaxMind database, by default the bundled country database. `path` may name a larger one with subdivisions and
 * cities; `readLocation` lists the formats. Throws for a file that is no such database or knows no countries.
 */
export async function openGeo(path: string = bundledDatabase()): Promise<OpenedGeo> {
  const file = await readFile(path)
  const about = inspectGeoDatabase(file)
  const database = new SharedArrayBuffer(file.length)
  file.copy(Buffer.from(database))
  return { ...geoOf(database), ...about }
}

/** What a database says about itself. Throws for another kind of file, and for a database that knows no countries. */
export function inspectGeoDatabase(file: Buffer): DatabaseFacts {
  if (!file.includes(METADATA_MARKER)) throw new Error('the file is not in the MMDB format, or is cut off')
  const reader = new Reader<Response>(file)
  const { databaseType: type, buildEpoch: builtAt } = reader.metadata
  if (!hasAmongFirst(reader, (record) => readLocation(record).country !== ''))
    throw new Error(`the database ${type} knows no countries`)
  return { type, builtAt }
}

/** The locations of a database that is in memory. Throws for one in another format. */
export function geoOf(database: SharedArrayBuffer): Required<Geo> {
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
