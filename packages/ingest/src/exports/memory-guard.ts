import { getHeapStatistics } from 'node:v8'
import { InvalidRequest } from '@footfall/core-domain'

/** Bytes that this process uses, and the most that it can use before it ends. */
export interface MemoryUse {
  readonly used: number
  readonly max: number
}

export function memoryOfProcess(): MemoryUse {
  // Not `process.memoryUsage()`, which asks the system too and takes ten times as long.
  const { used_heap_size: used, external_memory: external, heap_size_limit: max } = getHeapStatistics()
  return { used: used + external, max }
}

/** What is left is for events and reports, which the same process serves. */
const SHARE_MAX = 0.7
export const TOO_MUCH_MEMORY = 'needs more memory than the service has; split it by days'
const LINES_BETWEEN = 10_000

/**
 * Refuses a file of which more is kept in memory than the process has, instead of ending the process: daily figures,
 * sessions and ids are kept until the whole file is read.
 */
export function memoryGuard(memory: () => MemoryUse, share = SHARE_MAX) {
  let lines = 0
  const check = (): void => {
    const { used, max } = memory()
    if (used <= max * share) return
    throw new InvalidRequest([{ path: 'file', message: TOO_MUCH_MEMORY }])
  }
  return {
    check,
    /** Checks once in many lines. */
    line(): void {
      lines++
      if (lines % LINES_BETWEEN === 0) check()
    },
  }
}

export type MemoryGuard = ReturnType<typeof memoryGuard>
