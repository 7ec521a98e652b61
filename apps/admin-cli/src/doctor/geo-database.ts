import type { Settings } from '@footfall/config'
import { openGeo } from '@footfall/ingest'
import { geoDatabaseFailure } from '@footfall/operate'
import { type Finding, failed, ok } from './finding.ts'

/** Whether the geo database can be read. */
export async function geoDatabase({ geoDatabase: path }: Settings): Promise<Finding> {
  try {
    const { type, builtAt } = await openGeo(path)
    const places = path ?? 'countries, from the database that ships with the service'
    return ok('places', `${places} (${type}, built on ${builtAt.toISOString().slice(0, 10)})`)
  } catch (error) {
    const { found, fix } = geoDatabaseFailure(path, error)
    return failed('places', found, fix)
  }
}
