import { readFile } from 'node:fs/promises'
import { isRecord } from '@footfall/core-domain'
import { Reader, type Response } from 'mmdb-lib'
import { parseAddress } from './address.ts'
import { hasAmongFirst } from './first-networks.ts'
import { METADATA_MARKER } from './geo.ts'
import { type FileStatus, type ReloadedFileLog, reloadedFile } from './reloaded-file.ts'
import { cacheByText } from './text-cache.ts'

/** Which networks belong to data centres. */
export interface Networks {
  isDataCentre(address: string): boolean
  /** Whether there is a database that can answer. */
  readonly isKnown: boolean
}

export const NO_NETWORKS: Networks = { isDataCentre: () => false, isKnown: false }

/** Networks from a file that may be replaced while it is used. */
export interface NetworksFile extends Networks {
  /** Reads the file where it changed. One that cannot be used is logged once, and the database in memory stays. */
  reload(): Promise<void>
  /** Undefined without a file. */
  status(): FileStatus | undefined
}

/** About forty thousand addresses. */
const CACHE_BYTES_MAX = 8 * 1024 ** 2

/** Autonomous systems of providers whose addresses are servers, and not their customers' homes or offices. */
const HOSTING_SYSTEMS: ReadonlySet<number> = new Set([
  // Amazon, Google Cloud, Microsoft, Oracle, IBM, Alibaba, Tencent, Huawei
  7224, 14618, 16509, 396982, 19527, 8068, 8069, 8075, 31898, 36351, 37963, 45102, 45090, 132203, 55990, 136907,
  // DigitalOcean, Linode, Vultr, OVH, Hetzner, Scaleway, Leaseweb, Contabo, IONOS, Hostinger, GoDaddy
  14061, 62567, 63949, 20473, 16276, 24940, 213230, 12876, 16265, 28753, 30633, 60781, 51167, 8560, 47583, 26496,
  // M247, Choopa, Psychz, ColoCrossing, QuadraNet, Rackspace, UpCloud, netcup, Strato, Equinix Metal, Fly.io
  9009, 40676, 36352, 8100, 33070, 27357, 202053, 197540, 6724, 54825, 40509,
])
/** Words in the names of organisations that rent out servers. */
const HOSTING_WORDS = /\b(?:hosting|datacent(?:er|re)|data cent(?:er|re)|cloud|vps|dedicated servers?|colocation)\b/i
/** Networks of these carry people: relays of browsers, and providers of access with such a word in their name. */
const PEOPLE_WORDS = /cloudflare|akamai|icloud|fastly|telecom|mobile|broadband/i

/**
 * Opens a database of networks in the MMDB format. It names the autonomous system of each network (GeoLite2-ASN, IPinfo, DB-IP),
 * or says itself which of them host servers. Throws for a file that is no such database.
 */
export async function openNetworks(
  path: string,
): Promise<Networks & { readonly type: string; readonly builtAt: Date }> {
  const file = await readFile(path)
  if (!file.includes(METADATA_MARKER)) throw new Error('the file is not in the MMDB format, or is cut off')
  const reader = new Reader<Response>(file)
  const { databaseType: type, buildEpoch: builtAt } = reader.metadata
  if (!hasAmongFirst(reader, isOfNetworks)) throw new Error(`the database ${type} knows no autonomous systems`)
  // The cache is in memory only, because it holds addresses.
  const find = cacheByText(CACHE_BYTES_MAX, (address) => isHosted(reader, address))
  return { isDataCentre: find, isKnown: true, type, builtAt }
}

/** Opens the file as `openNetworks` does, and throws what it throws. Without a path no network is known. */
export async function openNetworksFile(path: string | undefined, log: ReloadedFileLog): Promise<NetworksFile> {
  if (path === undefined) return { ...NO_NETWORKS, reload: async () => {}, status: () => undefined }
  const file = await reloadedFile(path, openNetworks, 'database of networks', log)
  return {
    isDataCentre: (address) => file.current().isDataCentre(address),
    isKnown: true,
    reload: () => file.reload(),
    status: () => file.status(),
  }
}

function isHosted(reader: Reader<Response>, address: string): boolean {
  const parsed = parseAddress(address)
  if (parsed?.range() !== 'unicast') return false
  const record: unknown = reader.get(parsed.toString())
  return isRecord(record) && isHosting(record)
}

function isHosting(record: Readonly<Record<string, unknown>>): boolean {
  const said = saidOf(record)
  if (said !== undefined) return said
  if (record.type === 'hosting') return true
  const system = systemOf(record)
  if (system !== undefined && HOSTING_SYSTEMS.has(system)) return true
  const name = record.autonomous_system_organization ?? record.as_name ?? record.as_domain
  return typeof name === 'string' && HOSTING_WORDS.test(name) && !PEOPLE_WORDS.test(name)
}

/** What a database says itself of a network, as a boolean or as text. */
function saidOf(record: Readonly<Record<string, unknown>>): boolean | undefined {
  const said = record.is_hosting_provider ?? record.hosting ?? record.is_hosting
  if (said === true || said === 'true') return true
  return said === false || said === 'false' ? false : undefined
}

function systemOf(record: Readonly<Record<string, unknown>>): number | undefined {
  const { autonomous_system_number: number, asn } = record
  if (typeof number === 'number') return number
  if (typeof asn === 'number') return asn
  const [, digits] = typeof asn === 'string' ? (/^AS(\d+)$/.exec(asn) ?? []) : []
  return digits === undefined ? undefined : Number(digits)
}

/** Whether it has an autonomous system or says whether it is hosted. */
function isOfNetworks(record: Readonly<Record<string, unknown>>): boolean {
  return systemOf(record) !== undefined || saidOf(record) !== undefined
}
