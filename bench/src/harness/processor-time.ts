import { readdirSync, readFileSync } from 'node:fs'
import type { Child } from './child.ts'
import { type LoadOptions, type LoadResult, load } from './load.ts'

/** The clock tick of Linux in milliseconds, the same on every common machine. */
const TICK_MS = 10

/** The processor time of a process, summed over the rounds of a measurement. */
export interface ProcessorTime {
  /** Runs load against the process and adds its processor time. */
  load(options: LoadOptions): Promise<LoadResult>
  /** In microseconds for each answered request; undefined where the system does not say. */
  perRequest(): number | undefined
}

export function processorTime({ process: { pid } }: Child): ProcessorTime {
  let totalMs = 0
  let answered = 0
  return {
    async load(options) {
      const before = processMs(pid)
      const result = await load(options)
      totalMs += processMs(pid) - before
      answered += result.answered
      return result
    },
    perRequest: () => (answered === 0 || Number.isNaN(totalMs) ? undefined : (totalMs * 1000) / answered),
  }
}

/** A sentence for the notes of a bench. */
export function processorNote(times: Readonly<Record<string, ProcessorTime>>): string {
  const parts = Object.entries(times).map(([name, time]) => {
    const microseconds = time.perRequest()
    return `${name} ${microseconds === undefined ? 'unknown' : `${microseconds.toFixed(0)} µs`}`
  })
  return `Processor time of a request, all threads of the process and the system's work for it: ${parts.join(', ')}.`
}

/** User and system time of all threads; NaN where there is no `/proc`. */
export function processMs(pid: number | undefined): number {
  try {
    // The name of the program, in brackets, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return Number.NaN
  }
}

/** Processor time of all threads so far, in milliseconds with fractions; NaN where there is no `/proc`. */
export function threadTimeMs(pid: number | undefined): number {
  try {
    const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    )
    return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6
  } catch {
    return Number.NaN
  }
}
