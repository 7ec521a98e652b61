import { statfs } from 'node:fs/promises'
import process from 'node:process'
import type { ReadinessChecks, Settings } from '@footfall/config'
import { type Clock, RELEASE_VERSION, type ServiceStatus } from '@footfall/core-domain'
import type { Ingest } from '@footfall/ingest'
import type { ControlData } from '@footfall/storage'
import type { Engine } from '@footfall/warehouse'
import { lastBackups } from '../backup/last-backups.ts'
import type { OperatorRoutes } from '../operator-socket/serve-operator.ts'
import { describeControlDatabase, describeEngine } from '../process/instance.ts'

export interface StatusSources {
  readonly settings: Pick<Settings, 'dataDir' | 'database' | 'clickhouse' | 'ingestLog'>
  readonly control: Pick<ControlData, 'queues'>
  readonly engine: Pick<Engine, 'version'>
  readonly ingest: Pick<Ingest, 'status'>
  readonly ready: Pick<ReadinessChecks, 'all'>
  readonly clock: Clock
}

/** Reads how the service is. A store that is down is not asked for more. */
export function serviceStatus(sources: StatusSources): () => Promise<ServiceStatus> {
  const { settings, control, engine, ingest, ready, clock } = sources
  const started_at = isoOf(clock.now())
  return async () => {
    const { status, checks } = await ready.all()
    const state = (name: string) => checks[name] ?? 'down'
    const [engineVersion, jobs, disk, last_backups] = await Promise.all([
      state('analytics_engine') === 'ok' ? known(engine.version()) : null,
      state('control_database') === 'ok' ? known(control.queues()) : null,
      known(diskOf(settings.dataDir)),
      lastBackups(settings.dataDir),
    ])
    const { pendingEvents, pendingSince, logBytes } = ingest.status()
    return {
      status,
      at: isoOf(clock.now()),
      process: { pid: process.pid, started_at, memory_bytes: process.memoryUsage.rss() },
      versions: { footfall: RELEASE_VERSION, node: process.version, engine: engineVersion },
      stores: {
        control_database: { kind: describeControlDatabase(settings), state: state('control_database') },
        analytics_engine: { kind: describeEngine(settings), state: state('analytics_engine') },
        ingest_log: { state: state('ingest_log'), bytes: logBytes, bytes_max: settings.ingestLog.bytesMax },
      },
      queues: {
        events: pendingEvents,
        events_since: pendingSince === undefined ? null : isoOf(pendingSince),
        jobs,
      },
      disk,
      last_backups,
    }
  }
}

/** For `footfall status`. */
export function statusRoutes(read: () => Promise<ServiceStatus>): OperatorRoutes {
  return { 'GET /status': read }
}

async function diskOf(directory: string) {
  const { bavail, blocks, bsize } = await statfs(directory)
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize }
}

/** A store can fail between the check and the question. */
function known<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch(() => null)
}

const isoOf = (ms: number) => new Date(ms).toISOString()
