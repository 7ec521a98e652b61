import { existsSync } from 'node:fs'
import type { Settings } from '@footfall/config'
import { engineFailure, type Holder } from '@footfall/operate'
import { type Engine, missingTables, openEngine, outdatedTables, requireVersion } from '@footfall/warehouse'
import { sizeText } from '../numbers.ts'
import { spaceFinding } from './data-directory.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

export interface AnalyticsEngine {
  readonly findings: readonly Finding[]
  readonly clockMs: number | undefined
}

const check = 'analytics_engine'

/** Opens the engine without creating tables. An embedded engine that another process uses is not opened. */
export async function analyticsEngine(settings: Settings, holder: Holder): Promise<AnalyticsEngine> {
  const { clickhouse } = settings
  const embedded = 'embedded' in clickhouse
  if (embedded && holder === 'running') return found(ok(check, 'embedded, in use by the running service'))
  if (embedded && !existsSync(clickhouse.embedded.path))
    return found(ok(check, `embedded, ${clickhouse.embedded.path} will be made at the first start`))
  let engine: Engine | undefined
  try {
    engine = await openEngine(clickhouse)
    return await look(engine)
  } catch (error) {
    const failure = engineFailure(error, settings)
    return found(failed(check, failure.found, failure.fix))
  } finally {
    await engine?.close()
  }
}

const found = (...findings: readonly Finding[]): AnalyticsEngine => ({ findings, clockMs: undefined })

async function look(engine: Engine): Promise<AnalyticsEngine> {
  const version = await requireVersion(engine)
  const [clock] = await engine.rows<{ now_ms: string }>('SELECT toUnixTimestamp64Milli(now64(3)) AS now_ms')
  const clockMs = engine.kind === 'remote' ? Number(clock?.now_ms) : undefined
  const name = `${engine.kind}, ClickHouse ${version}`
  const [missing, outdated] = [await missingTables(engine), await outdatedTables(engine)]
  const pending = [
    ...(missing.length > 0 ? [`tables are missing: ${missing.join(', ')}`] : []),
    ...(outdated.length > 0 ? [`tables are of an older version: ${outdated.join(', ')}`] : []),
  ]
  const schema =
    pending.length === 0
      ? ok(check, `${name}, schema in place`)
      : warning(
          check,
          `${name}, ${pending.join('; ')}`,
          'footfall migrate; the next start of the service does it as well.',
        )
  return {
    findings: [
      schema,
      ...(engine.kind === 'remote' ? [...(await disks(engine)), ...(await systemTables(engine))] : []),
    ],
    clockMs,
  }
}

async function disks(engine: Engine): Promise<Finding[]> {
  const rows = await engine.rows<{ name: string; free: string; total: string }>(
    'SELECT name, free_space AS free, total_space AS total FROM system.disks WHERE total_space > 0',
  )
  return rows.map(({ name, free, total }) =>
    spaceFinding(`the disk “${name}” of ClickHouse`, Number(free), Number(total)),
  )
}

/** Below this size, the logs of the server are not a problem. */
const SYSTEM_BYTES_MIN = 1024 ** 3

/** A server keeps its logs in system tables, which grow forever without a limit. */
async function systemTables(engine: Engine): Promise<Finding[]> {
  const [sizes] = await engine.rows<{ of_system: string; of_data: string }>(
    `SELECT sumIf(bytes_on_disk, database = 'system') AS of_system,
      sumIf(bytes_on_disk, database = currentDatabase()) AS of_data FROM system.parts WHERE active`,
  )
  const finding = systemTablesFinding(Number(sizes?.of_system ?? 0), Number(sizes?.of_data ?? 0))
  return finding === undefined ? [] : [finding]
}

/** In bytes. Undefined if the tables are small, or smaller than the data. */
export function systemTablesFinding(ofSystem: number, ofData: number): Finding | undefined {
  if (ofSystem < SYSTEM_BYTES_MIN || ofSystem <= ofData) return undefined
  return warning(
    'disk',
    `the system tables of ClickHouse take ${sizeText(ofSystem)}, the data ${sizeText(ofData)}`,
    'Put deploy/clickhouse/logs.yaml into config.d of the server, restart it, and TRUNCATE the system tables ending in _log.',
  )
}
