import { existsSync } from 'node:fs'
import type { Settings } from '@footfall/config'
import { engineFailure, type Holder } from '@footfall/operate'
import { type Engine, missingTables, openEngine, outdatedTables } from '@footfall/warehouse'
import { judgeSpace } from './data-directory.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

export interface AnalyticsEngine {
  readonly findings: readonly Finding[]
  readonly clockMs: number | undefined
}

/** The first version that deduplicates a repeated insert in materialized views too. */
const VERSION_MIN = [24, 8] as const

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
  const [facts] = await engine.rows<{ version: string; now_ms: string }>(
    'SELECT version() AS version, toUnixTimestamp64Milli(now64(3)) AS now_ms',
  )
  const { version = '', now_ms: nowMs = '' } = facts ?? {}
  const clockMs = engine.kind === 'remote' ? Number(nowMs) : undefined
  const name = `${engine.kind}, ClickHouse ${version}`
  if (tooOld(version)) {
    const fix = `Upgrade the server to ClickHouse ${VERSION_MIN.join('.')} or later: an older one counts repeated inserts twice.`
    return { findings: [failed(check, `${name} is too old`, fix)], clockMs }
  }
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
  return { findings: [schema, ...(engine.kind === 'remote' ? await disks(engine) : [])], clockMs }
}

function tooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < VERSION_MIN[0] || (major === VERSION_MIN[0] && minor < VERSION_MIN[1])
}

async function disks(engine: Engine): Promise<Finding[]> {
  const rows = await engine.rows<{ name: string; free: string; total: string }>(
    'SELECT name, free_space AS free, total_space AS total FROM system.disks WHERE total_space > 0',
  )
  return rows.map(({ name, free, total }) =>
    judgeSpace(`the disk “${name}” of ClickHouse`, Number(free), Number(total)),
  )
}
