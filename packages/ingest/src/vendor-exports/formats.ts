import { VENDORS, type Vendor } from '@footfall/core-domain'
import type { ExportFormat } from './reading.ts'

export interface VendorFormat extends ExportFormat {
  readonly vendor: Vendor
}

/**
 * The formats of all vendors, in the order in which they are tried. Those of a vendor are in the file of its name, so a new vendor is its
 * file and its row in `IMPORT_SOURCE_TABLE`. A row without a file fails when this module is loaded. Only files of vendors may lie in that
 * folder: the bundler takes all of it.
 */
export const VENDOR_FORMATS: readonly VendorFormat[] = (await Promise.all(VENDORS.map(load))).flat()

async function load(vendor: Vendor): Promise<readonly VendorFormat[]> {
  const file: { readonly formats: readonly ExportFormat[] } = await import(`./sources/${vendor}.ts`)
  return file.formats.map((format) => ({ ...format, vendor }))
}
