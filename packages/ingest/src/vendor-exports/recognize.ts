import { IMPORT_SOURCE_TABLE, InvalidRequest, VENDORS, type Vendor } from '@footfall/core-domain'
import { isArchive, NESTED, type OpenExport } from './files/archive.ts'
import { rejectionOf } from './files/place.ts'
import { headOf } from './files/text-chunks.ts'
import { VENDOR_FORMATS, type VendorFormat } from './formats.ts'
import type { FormatEntry } from './reading.ts'

export interface RecognizedExport {
  readonly vendor: Vendor
  readonly parts: readonly RecognizedPart[]
  /** Entries that are no part of an export. */
  readonly others: readonly FormatEntry[]
}

interface RecognizedPart {
  readonly format: VendorFormat
  readonly entries: readonly FormatEntry[]
}

/** Finds by the content of the entries whose export it is, among all vendors or of the given one; undefined where it is nobody's. */
export async function recognizeEntries(opened: OpenExport, vendor?: Vendor): Promise<RecognizedExport | undefined> {
  const candidates = VENDOR_FORMATS.filter((format) => vendor === undefined || format.vendor === vendor)
  const found = new Map<VendorFormat, FormatEntry[]>()
  const others: FormatEntry[] = []
  for (const entry of opened.entries) {
    const head = await headOf(entry)
    if (isArchive(head.bytes)) throw rejectionOf(entry.name, NESTED)
    const format = candidates.find((candidate) => candidate.recognizes(head))
    const named = { name: entry.name, content: () => entry.content(), head }
    if (format === undefined) others.push(named)
    else found.set(format, [...(found.get(format) ?? []), named])
  }
  const parts = [...found].map(([format, entries]) => ({ format, entries }))
  const vendors = [...new Set(parts.map(({ format }) => format.vendor))]
  const [first] = vendors
  if (first === undefined) return undefined
  if (vendors.length > 1) throw rejectionOf('', `holds exports of ${namesOf(vendors, ' and ')}; import each by itself`)
  return { vendor: first, parts, others }
}

/** The same, for a file that has to be an export. */
export async function requireRecognized(opened: OpenExport, vendor?: Vendor): Promise<RecognizedExport> {
  const recognized = await recognizeEntries(opened, vendor)
  if (recognized !== undefined) return recognized
  const expected = namesOf(vendor === undefined ? VENDORS : [vendor], ', ')
  throw new InvalidRequest([{ path: 'file', message: `is not an export of ${expected}, judging by its content` }])
}

function namesOf(vendors: readonly Vendor[], separator: string): string {
  return vendors.map((vendor) => IMPORT_SOURCE_TABLE[vendor].name).join(separator)
}
