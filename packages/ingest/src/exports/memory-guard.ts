import { getHeapStatistics } from 'node:v8'
import { InvalidRequest } from '@footfall/core-domain'

/** Bytes that this process uses, and the most that it can use before it ends. */
export interface MemoryUse {
  readonly used: number
  readonly max: number
}

export function memoryOfProcess(): MemoryUse {
  const { heapUsed, external } = process.memoryUsage()
  return { used: heapUsed + external, max: getHeapStatistics().heap_size_limit }
}

/** What is left is for events and reports, which the same process serves. */
const SHARE_MAX = 0.7
const LINES_BETWEEN = 10_000

/**
 * Refuses a file of which more is kept in memory than the process has, instead of ending the process: daily figures,
 * sessions and ids are kept until the whole file is read.
 */
export function memoryGuard(memory: () => MemoryUse) {
  let lines = 0
  const check = (): void => {
    const { used, max } = memory()
    if (used <= max * SHARE_MAX) return
    throw new InvalidRequest([
      {
        path: 'file',
        message: 'holds more than fits into the memory of the service; divide it by its days',
      },
    ])
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
