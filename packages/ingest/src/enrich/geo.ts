import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isRecord } from '@footfall/core-domain'
import { Reader, type Response } from 'mmdb-lib'
import { parseAddress } from './address.ts'
import { type GeoLocation, readLocation } from './geo-record.ts'
import { cacheByText } from './text-cache.ts'

export interface Geo {
  lookup(address: string): GeoLocation
  /** The bytes of its database, so that other threads can read the same memory; absent where there is none. */
  readonly database?: SharedArrayBuffer
}

/** What a database says about itself. */
export interface GeoDatabase {
  /** Such as `GeoLite2-City`. */
  readonly type: string
  readonly builtAt: Date
}

export type OpenedGeo = Required<Geo> & GeoDatabase

const NOWHERE: GeoLocation = { country: '', region: '', city: '' }
export const NO_GEO: Geo = { lookup: () => NOWHERE }
/** About forty thousand addresses. */
const CACHE_BYTES_MAX = 16 * 1024 ** 2
/** Stands before what a database says about itself, which is at its end. */
export const METADATA_MARKER = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex')
/** Databases of places know the country of nearly every network. */
const NETWORKS_TRIED = 10_000

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
export function inspectGeoDatabase(file: Buffer): GeoDatabase {
  if (!file.includes(METADATA_MARKER)) throw new Error('the file is not in the MMDB format, or is cut off')
  const reader = new Reader<Response>(file)
  const { databaseType: type, buildEpoch: builtAt } = reader.metadata
  if (!knowsCountries(reader)) throw new Error(`the database ${type} knows no countries`)
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

/** Whether one of the first networks has a country. Throws for a database that is damaged there. */
function knowsCountries(reader: Reader<Response>): boolean {
  let address = 0
  for (let tried = 0; tried < NETWORKS_TRIED && address < 2 ** 32; tried++) {
    const [record, length]: readonly [unknown, number] = reader.getWithPrefixLength(dotted(address))
    if (isRecord(record) && readLocation(record).country !== '') return true
    address += 2 ** (32 - Math.min(Math.max(length, 0), 32))
  }
  return false
}

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')
}
