import { IMPORT_SOURCE_TABLE, InvalidRequest, VENDORS, type Vendor } from '@footfall/core-domain'
import { NESTED, type OpenExport } from './files/archive.ts'
import { openExport } from './files/open-export.ts'
import { rejectionOf } from './files/place.ts'
import { headOf } from './files/text-chunks.ts'
import { VENDOR_FORMATS, type VendorFormat } from './formats.ts'
import type { FormatEntry } from './reading.ts'

export interface RecognizedExport {
  readonly vendor: Vendor
  readonly parts: readonly RecognizedPart[]
  /** The names of entries that do not belong to an export. */
  readonly others: readonly string[]
}

/** Characters. The beginnings and footers of all entries of an export are in memory until it has been read. */
const KEPT_HEADS_MAX = 64 * 1024 * 1024

interface RecognizedPart {
  readonly format: VendorFormat
  readonly entries: readonly FormatEntry[]
}

/** The vendor whose export a file is, by its content; undefined for any other file. */
export async function recognizeFile(path: string): Promise<Vendor | undefined> {
  const opened = await openExport(path)
  const vendors = new Set<Vendor>()
  try {
    for await (const { format } of entriesWithFormats(opened, VENDOR_FORMATS)) if (format) vendors.add(format.vendor)
  } finally {
    opened.close()
  }
  return onlyOf(vendors)
}

/** The entries of an export by their format, among all vendors or of the given one. Throws `InvalidRequest` for anything else. */
export async function requireRecognized(opened: OpenExport, vendor?: Vendor): Promise<RecognizedExport> {
  const candidates = VENDOR_FORMATS.filter((format) => vendor === undefined || format.vendor === vendor)
  const found = new Map<VendorFormat, FormatEntry[]>()
  const others: string[] = []
  let kept = 0
  for await (const { entry, format } of entriesWithFormats(opened, candidates)) {
    if (format === undefined) {
      others.push(entry.name)
      continue
    }
    kept += entry.head.text.length + entry.head.parquetFooter.length
    if (kept > KEPT_HEADS_MAX)
      throw rejectionOf('', 'holds too many files to import at once; import some of them first')
    found.set(format, [...(found.get(format) ?? []), entry])
  }
  const parts = [...found].map(([format, entries]) => ({ format, entries }))
  const recognized = onlyOf(new Set(parts.map(({ format }) => format.vendor)))
  if (recognized !== undefined) return { vendor: recognized, parts, others }
  const expected = namesOf(vendor === undefined ? VENDORS : [vendor], ', ')
  throw new InvalidRequest([{ path: 'file', message: `is not an export of ${expected}, judging by its content` }])
}

async function* entriesWithFormats(opened: OpenExport, candidates: readonly VendorFormat[]) {
  for (const entry of opened.entries) {
    const head = await headOf(entry)
    if (head.isArchive) throw rejectionOf(entry.name, NESTED)
    const format = candidates.find((candidate) => candidate.recognizes(head))
    yield { entry: { name: entry.name, content: () => entry.content(), head }, format }
  }
}

function onlyOf(vendors: ReadonlySet<Vendor>): Vendor | undefined {
  if (vendors.size > 1)
    throw rejectionOf('', `holds exports of ${namesOf([...vendors], ' and ')}; import each by itself`)
  const [only] = vendors
  return only
}

function namesOf(vendors: readonly Vendor[], separator: string): string {
  return vendors.map((vendor) => IMPORT_SOURCE_TABLE[vendor].name).join(separator)
}
