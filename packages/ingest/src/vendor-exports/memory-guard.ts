import { getHeapStatistics } from 'node:v8'
import { InvalidRequest } from '@footfall/core-domain'

export const TOO_MUCH_MEMORY = 'needs more memory than the service has; split it by days'
const LINES_BETWEEN = 10_000

/**
 * Rejects a file that needs more memory than this thread may use, before the thread would end: imported days, sessions and ids
 * are kept until the whole file is read.
 */
export function memoryGuard(bytesMax: number) {
  let lines = 0
  const check = (): void => {
    // Not `process.memoryUsage()`, which asks the system too and takes ten times as long.
    const { used_heap_size: used, external_memory: external } = getHeapStatistics()
    if (used + external <= bytesMax) return
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
