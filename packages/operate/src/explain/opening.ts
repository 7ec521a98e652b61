import type { Settings } from '@footfall/config'
import { engineFailure, engineInUse } from './analytics-engine.ts'
import { controlDatabaseFailure } from './control-database.ts'
import { dataDirectoryProblem } from './data-directory.ts'
import { CannotStart, type Explanation } from './explanation.ts'
import { reasonOf } from './failure.ts'
import { holderOf } from './holder.ts'

/** Opens something. Where that fails, throws a `CannotStart` that names the variable and says what to do. */
async function explained<T>(
  variable: string,
  open: () => Promise<T>,
  explain: (error: unknown) => Explanation,
): Promise<T> {
  try {
    return await open()
  } catch (error) {
    throw new CannotStart(variable, explain(error), error)
  }
}

/** Opens the control database; throws `CannotStart`. */
export const openingControlData = <T>(settings: Settings, open: () => Promise<T>): Promise<T> =>
  explained('sqlite' in settings.database ? 'DATA_DIR' : 'DATABASE_URL', open, (error) =>
    controlDatabaseFailure(error, settings),
  )

/** Opens the analytics engine; throws `CannotStart`. */
export async function openingEngine<T>(settings: Settings, open: () => Promise<T>): Promise<T> {
  const { clickhouse, ingestLog } = settings
  // Asked first, since the engine would write an error of its own to the terminal.
  if ('embedded' in clickhouse && holderOf(settings) === 'running')
    throw new CannotStart('DATA_DIR', engineInUse(clickhouse.embedded.path, ingestLog), undefined)
  return explained('embedded' in clickhouse ? 'DATA_DIR' : 'CLICKHOUSE_URL', open, (error) =>
    engineFailure(error, settings),
  )
}

/** Opens the geo database; throws `CannotStart`. */
export const openingGeoDatabase = <T>(path: string | undefined, open: () => Promise<T>): Promise<T> =>
  explained('GEO_DATABASE', open, (error) => geoDatabaseFailure(path, error))

/** Why a geo database cannot be used, and how to fix it. */
export function geoDatabaseFailure(path: string | undefined, error: unknown): Explanation {
  return {
    found: `${path ?? 'the database that ships with the service'}: ${reasonOf(error)}`,
    fix: 'Set GEO_DATABASE to a readable MMDB file, or unset it for the one that ships with the service.',
  }
}

/** Opens the database of networks; throws `CannotStart`. */
export const openingNetworks = <T>(path: string | undefined, open: () => Promise<T>): Promise<T> =>
  explained('ASN_DATABASE', open, (error) => networksFailure(path, error))

/** Why a database of networks cannot be used, and how to fix it. */
export function networksFailure(path: string | undefined, error: unknown): Explanation {
  return {
    found: `${path ?? ''}: ${reasonOf(error)}`,
    fix: 'Set ASN_DATABASE to a readable MMDB file of networks, or unset it: then visits from data centres are not recognized.',
  }
}

/** Throws `CannotStart` where the data directory cannot be used or made. */
export async function requireDataDirectory({ dataDir }: Pick<Settings, 'dataDir'>): Promise<void> {
  const problem = await dataDirectoryProblem(dataDir)
  if (problem !== undefined) throw new CannotStart('DATA_DIR', problem, undefined)
}
