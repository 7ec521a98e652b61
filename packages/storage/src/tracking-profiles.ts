import {
  type AccountId,
  type Clock,
  isProductId,
  type ProductId,
  type SettingsSection,
  type TimeZone,
  type TrackingProfile,
  type TrackingProfiles,
} from '@footfall/core-domain'
import type { Database } from './connections/database.ts'
import { ownerOf } from './repositories/product-owner.ts'
import { parseSettings } from './repositories/settings-document.ts'
import { keyOf } from './repositories/visitor-identity.ts'

const FRESH_MS = 1_000
/** For products, and as many again for ids without a product, which come from outside and must not displace products. */
const ENTRIES_MAX = 2_000

interface Entry {
  readonly readAt: number
  /** The revisions that the profile was made from. */
  readonly version: string
  readonly profile: TrackingProfile | undefined
}

interface SectionRow {
  readonly timezone: TimeZone
  readonly section: SettingsSection
  readonly document: string
  readonly revision: number
  readonly key_hex: string | null
  readonly owner: AccountId | null
}

/**
 * Reads how the events of a product are treated, at most once a second per product. Returns the same object until a
 * setting changes, so that callers can cache by it in a WeakMap.
 */
export function trackingProfiles(database: Database, clock: Clock): TrackingProfiles {
  const existing = new Map<string, Entry>()
  const missing = new Map<string, Entry>()
  const reading = new Map<string, Promise<Entry>>()

  const refresh = async (product: ProductId): Promise<Entry> => {
    const readAt = clock.now()
    const rows = await readSections(database, product)
    const version = versionOf(rows)
    const known = existing.get(product)
    const profile = known?.version === version ? known.profile : toProfile(product, rows)
    const entry = { readAt, version, profile }
    // Deleting first moves the entry to the end, so that the first entry is the least recently refreshed.
    existing.delete(product)
    missing.delete(product)
    const entries = profile ? existing : missing
    entries.set(product, entry)
    if (entries.size > ENTRIES_MAX) removeOldest(entries)
    return entry
  }

  return {
    async find(product) {
      // The text comes from a request: anything but a product id is neither cached nor looked up.
      if (!isProductId(product)) return undefined
      const known = existing.get(product) ?? missing.get(product)
      const age = known ? clock.now() - known.readAt : Number.POSITIVE_INFINITY
      if (known && age >= 0 && age < FRESH_MS) return known.profile
      let read = reading.get(product)
      if (!read) {
        read = refresh(product).finally(() => reading.delete(product))
        reading.set(product, read)
      }
      return (await read).profile
    },
  }
}

function readSections({ read }: Database, product: ProductId): Promise<SectionRow[]> {
  return read
    .selectFrom('product_settings')
    .innerJoin('products', 'products.id', 'product_settings.product_id')
    .leftJoin('visitor_keys', 'visitor_keys.product_id', 'product_settings.product_id')
    .where('product_settings.product_id', '=', product)
    .select([
      'products.timezone',
      'product_settings.section',
      'product_settings.document',
      'product_settings.revision',
      'visitor_keys.key_hex',
    ])
    .select(ownerOf('products.id').as('owner'))
    .orderBy('product_settings.section')
    .execute()
}

function versionOf(rows: readonly SectionRow[]): string {
  // A key comes and goes with a revision of the preferences, in one transaction.
  return [rows[0]?.timezone, rows[0]?.owner, ...rows.map(({ revision }) => revision)].join(' ')
}

function toProfile(product: ProductId, rows: readonly SectionRow[]): TrackingProfile | undefined {
  if (rows.length === 0) return undefined
  const section = <Section extends SettingsSection>(name: Section) => {
    const row = rows.find((candidate) => candidate.section === name)
    if (!row) throw new Error(`Product ${product} has no settings section ${name}.`)
    return parseSettings(name, row.document, { product, timezone: row.timezone })
  }
  const preferences = section('preferences')
  const keyHex = rows[0]?.key_hex
  return {
    product,
    owner: rows[0]?.owner ?? undefined,
    domains: section('domains'),
    events: section('events'),
    preferences,
    shields: section('shields'),
    crawlers: section('crawlers'),
    visitorKey: preferences.visitor_identity === 'identified' && keyHex ? keyOf(keyHex) : undefined,
  }
}

function removeOldest(entries: Map<string, Entry>): void {
  const oldest = entries.keys().next()
  if (!oldest.done) entries.delete(oldest.value)
}
