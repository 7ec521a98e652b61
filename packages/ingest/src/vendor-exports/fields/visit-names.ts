import type { Place } from '../files/place.ts'
import type { ExportSink } from '../reading.ts'
import { countryCode, deviceName, systemName } from './names.ts'

interface VendorNames {
  readonly country: string
  readonly device: string
  readonly os: string
}

/** Country, device and system of a visit in our words. What has no word here is left out of the visit, and counted. */
export function visitNames(sink: ExportSink, place: Place, vendor: VendorNames) {
  const country = countryCode(vendor.country)
  if (country === undefined) sink.leftOut('countries that are not of ISO 3166-1', place)
  const device = deviceName(vendor.device)
  if (device === undefined) sink.leftOut('devices of a kind that Footfall does not have', place)
  return { country: country ?? '', device, ...systemName(vendor.os) }
}
