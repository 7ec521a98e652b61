import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Holdings, holdings } from '@footfall/analytics'
import { openAnalyticsEngine, openControlData, parseSettings, type Settings } from '@footfall/config'
import type { Clock, RandomSource } from '@footfall/core-domain'
import { lockDirectory } from '@footfall/ingest'
import { recordOperatorChange } from '@footfall/operations'
import { copyControlData, MoveError, type RowCounts } from '@footfall/storage'
import { copyAnalytics } from './analytics/copy-analytics.ts'
import { drainLog } from './drain-log.ts'

export interface MoveOptions {
  /** Data directory of an embedded service that is stopped. */
  readonly from: string
  /** Settings of the target: both stores on servers. */
  readonly settings: Settings
  readonly clock: Clock
  readonly random: RandomSource
  readonly onProgress?: (progress: { readonly rows: number; readonly rowsTotal: number }) => void
}

export interface MoveSummary {
  readonly control_rows: RowCounts
  readonly analytics: Holdings
  /** Whether sessions and provider connections stay valid: the target accepts the same secret. */
  readonly session_secret_kept: boolean
}

/**
 * Moves an embedded service to PostgreSQL and ClickHouse: events first, then the control data in one transaction, so
 * that nobody can sign in after an interrupted move. The source directory is unchanged, except that events waiting in
 * its log are delivered. Throws `MoveError`.
 */
export async function moveData(options: MoveOptions): Promise<MoveSummary> {
  const { settings, clock, random } = options
  if (!('postgres' in settings.database) || !('remote' in settings.clickhouse))
    throw new MoveError('DATABASE_URL and CLICKHOUSE_URL must both be set: they name the target.')
  const dataDir = await existingDataDir(options.from)
  const origin = parseSettings({ DATA_DIR: dataDir })
  const dependencies = { clock, random, onConnectionError: () => {} }
  const closing: (() => Promise<void>)[] = []
  try {
    const control = await openControlData(origin, dependencies)
    closing.push(() => control.store.close())
    const source = await openAnalyticsEngine(origin)
    closing.push(() => source.close())
    await drainLog(origin, control, source, options)

    const target = await openControlData(settings, dependencies)
    closing.push(() => target.store.close())
    if (await target.store.accounts.any())
      throw new MoveError('The PostgreSQL database has accounts already. Move into an empty one.')
    const engine = await openAnalyticsEngine(settings)
    closing.push(() => engine.close())
    assertEmpty(await holdings(engine))
    await copyAnalytics(source, engine, options.onProgress)
    const [held, arrived] = await Promise.all([holdings(source), holdings(engine)])
    if (JSON.stringify(held) !== JSON.stringify(arrived))
      throw new Error(`Of ${JSON.stringify(held)}, ${JSON.stringify(arrived)} arrived. Nothing else was moved.`)
    const control_rows = await copyControlData(join(dataDir, 'footfall.sqlite'), settings.database.postgres.url, (tx) =>
      recordOperatorChange(tx, options, moveOf(options)),
    )
    return { control_rows, analytics: arrived, session_secret_kept: await isSameSecret(dataDir, settings) }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

const moveOf = ({ from }: MoveOptions) => ({
  operation: 'migrate',
  summary: `Move the service of ${from} into PostgreSQL and ClickHouse.`,
  changes: [],
})

async function existingDataDir(from: string): Promise<string> {
  const dataDir = resolve(from)
  const file = join(dataDir, 'footfall.sqlite')
  if (!existsSync(file)) throw new MoveError(`${dataDir} has no footfall.sqlite.`)
  try {
    if (existsSync(join(dataDir, 'ingest'))) lockDirectory(join(dataDir, 'ingest')).release()
  } catch {
    throw new MoveError(`A service is running on ${dataDir}. Stop it first.`)
  }
  return dataDir
}

function assertEmpty(held: Holdings): void {
  const kinds = Object.entries(held).filter(([, count]) => count !== '0')
  if (kinds.length === 0) return
  const what = kinds.map(([kind, count]) => `${count} ${kind.replaceAll('_', ' ')}`).join(', ')
  throw new MoveError(
    `The ClickHouse database holds ${what} already. Move into an empty one; DROP DATABASE removes the rest of an interrupted move.`,
  )
}

async function isSameSecret(dataDir: string, { sessionSecret, previousSessionSecret }: Settings): Promise<boolean> {
  const path = join(dataDir, 'session-secret')
  return existsSync(path) && [sessionSecret, previousSessionSecret].includes(await readFile(path, 'utf8'))
}
