import { hostname } from 'node:os'
import type { Settings } from '@footfall/config'
import { type Clock, type RandomSource, timestamp } from '@footfall/core-domain'
import { recordOperatorChange } from '@footfall/operations'
import type { ControlData, EngineClaim } from '@footfall/storage'
import { CannotStart, type Explanation } from '../explain/explanation.ts'
import { ensureEngineId, readEngineId } from './engine-id.ts'

type Claims = Pick<ControlData, 'engineClaims'>
interface Dependencies {
  readonly clock: Clock
  readonly random: RandomSource
}

/** All ClickHouse servers have one id: the claim only prevents an embedded engine beside them. */
const SERVER = 'server'

/**
 * Several services may share a PostgreSQL database only if they share the engine too: otherwise each would keep a part of the
 * statistics, without any error. The first engine claims the database; any other one throws `CannotStart`. A database in
 * SQLite is in the data directory, beside its engine.
 */
export async function claimEngine(
  settings: Settings,
  { engineClaims }: Claims,
  dependencies: Dependencies,
): Promise<void> {
  if ('sqlite' in settings.database) return
  const own = await ownClaim(settings, dependencies)
  const problem = problemOf(settings, own.engine_id, await engineClaims.claim(own))
  if (problem !== undefined) throw new CannotStart('DATABASE_URL', problem, undefined)
}

/** Returns why a service with these settings would not start; changes nothing. */
export async function engineClaimProblem(
  settings: Settings,
  { engineClaims }: Claims,
): Promise<Explanation | undefined> {
  if ('sqlite' in settings.database) return undefined
  const claim = await engineClaims.find()
  return claim && problemOf(settings, await ownId(settings), claim)
}

/** Throws `CannotStart` if `claimEngine` would; changes nothing. */
export async function requireEngineClaimable(settings: Settings, control: Claims): Promise<void> {
  const problem = await engineClaimProblem(settings, control)
  if (problem !== undefined) throw new CannotStart('DATABASE_URL', problem, undefined)
}

/** Replaces the engine that has the claim with the one of these settings. Returns the claims before and after. */
export async function adoptEngine(
  settings: Settings,
  { engineClaims, store }: Claims & Pick<ControlData, 'store'>,
  dependencies: Dependencies,
): Promise<{ readonly adopted: EngineClaim; readonly before: EngineClaim | undefined }> {
  const before = await engineClaims.find()
  const adopted = await ownClaim(settings, dependencies)
  await store.transaction(async (tx) => {
    await tx.engineClaim.replace(adopted)
    const summary = `Take the statistics from ${adopted.place}${before === undefined ? '' : ` instead of ${before.place}`}.`
    await recordOperatorChange(tx, dependencies, { operation: 'engine adopt', summary, changes: [] })
  })
  return { adopted, before }
}

async function ownClaim(settings: Settings, { clock, random }: Dependencies): Promise<EngineClaim> {
  const isEmbedded = 'embedded' in settings.clickhouse
  return {
    engine_id: isEmbedded ? await ensureEngineId(settings.dataDir, random) : SERVER,
    place: placeOf(settings),
    claimed_at: timestamp(clock.now()),
  }
}

const ownId = ({ clickhouse, dataDir }: Settings): Promise<string | undefined> | string =>
  'embedded' in clickhouse ? readEngineId(dataDir) : SERVER

/** Without user and password. */
function placeOf({ clickhouse, dataDir }: Settings): string {
  return 'remote' in clickhouse
    ? `the ClickHouse server ${new URL(clickhouse.remote.url).host}`
    : `the embedded engine in ${dataDir} on ${hostname()}`
}

function problemOf(settings: Settings, own: string | undefined, claim: EngineClaim): Explanation | undefined {
  if (own === claim.engine_id) return undefined
  const share =
    claim.engine_id === SERVER
      ? 'Set CLICKHOUSE_URL as the other services have it.'
      : 'embedded' in settings.clickhouse
        ? 'Set CLICKHOUSE_URL on all services of this database, so that they share one ClickHouse server, or start this service with that DATA_DIR.'
        : 'Unset CLICKHOUSE_URL and start this service with that DATA_DIR.'
  return {
    found: `its statistics are in ${claim.place}, since ${claim.claimed_at.slice(0, 10)}, and this service would keep separate statistics in ${placeOf(settings)}`,
    fix: `${share} To replace that engine with the one of this service, run: footfall engine adopt`,
  }
}
