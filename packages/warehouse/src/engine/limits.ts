import { HOUR_SECONDS } from '@footfall/core-domain'
import type { Purpose } from './engine.ts'

/** The limits of one statement. */
export interface PurposeLimits {
  readonly maxExecutionSeconds: number
  readonly maxMemoryBytes: number
}

const GIB = 1024 ** 3
export const LIMITS: Readonly<Record<Purpose, PurposeLimits>> = {
  ingest: { maxExecutionSeconds: 60, maxMemoryBytes: 2 * GIB },
  report: { maxExecutionSeconds: 15, maxMemoryBytes: 2 * GIB },
  maintenance: { maxExecutionSeconds: HOUR_SECONDS, maxMemoryBytes: 4 * GIB },
}

/** How long a statement of a report waits for a connection. The statements of one report also wait for each other. */
export const REPORT_WAIT_MS = 30_000

export function limitSettings({ maxExecutionSeconds, maxMemoryBytes }: PurposeLimits): readonly string[] {
  return [`max_execution_time = ${maxExecutionSeconds}`, `max_memory_usage = ${maxMemoryBytes}`]
}

/** The same limits with less memory. */
export function withMemory(limits: PurposeLimits, memoryBytesMax: number | undefined): PurposeLimits {
  return { ...limits, maxMemoryBytes: Math.min(limits.maxMemoryBytes, memoryBytesMax ?? Number.POSITIVE_INFINITY) }
}
