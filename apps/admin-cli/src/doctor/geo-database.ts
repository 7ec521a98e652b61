import type { Settings } from '@footfall/config'
import { openGeo } from '@footfall/ingest'
import { reasonOf } from './failure.ts'
import { type Finding, failed, ok } from './finding.ts'

/** Whether the geo database can be read. */
export async function geoDatabase({ geoDatabase: path }: Settings): Promise<Finding> {
  try {
    await openGeo(path)
    return ok('places', path ?? 'countries, from the database that ships with the service')
  } catch (error) {
    return failed(
      'places',
      `${path ?? 'the database that ships with the service'}: ${reasonOf(error)}`,
      'Set GEO_DATABASE to a readable MMDB file, or unset it for the one that ships with the service.',
    )
  }
}
