import type { Settings } from '@footfall/config'
import { openGeo, openNetworks } from '@footfall/ingest'
import { geoDatabaseFailure, networksFailure } from '@footfall/operate'
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

/** Whether the database of networks can be read, where there is one. */
export async function networksDatabase({ asnDatabase: path }: Settings): Promise<readonly Finding[]> {
  if (path === undefined) return []
  try {
    const { type, builtAt } = await openNetworks(path)
    return [ok('networks', `${path} (${type}, built on ${builtAt.toISOString().slice(0, 10)})`)]
  } catch (error) {
    const { found, fix } = networksFailure(path, error)
    return [failed('networks', found, fix)]
  }
}
