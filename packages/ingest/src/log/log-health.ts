import type { Clock } from '@footfall/core-domain'
import { type Disk, tryWriting } from './disk.ts'

/** Why the log rejects events, or will soon. */
export type LogFault = 'disk_full' | 'not_writable' | 'log_full' | 'not_responding'

export interface LogStatus {
  /** Undefined while the log works. */
  readonly fault: LogFault | undefined
  /** Free space on the disk of the log; undefined where it is not known. */
  readonly freeBytes: number | undefined
  /** Events rejected since the start. */
  readonly refused: number
}

/** Less free space than this counts as full: proxies need some seconds to route events elsewhere. */
const RESERVE_BYTES = 16 * 1024 ** 2
/** A disk that takes longer to write or to answer counts as not responding. */
const RESPONSE_MS_MAX = 5_000

export interface LogHealth {
  /** Whether writes are rejected without an attempt. */
  rejectsWrites(): boolean
  /** Runs a write and records whether it failed. */
  observe(write: () => Promise<void>): Promise<void>
  /** Checks the disk; after a failed write, tries to write again. Never rejects; checks do not overlap. */
  check(): Promise<void>
  fault(): LogFault | undefined
  freeBytes(): number | undefined
}

export interface LogHealthOptions {
  readonly disk: Disk
  readonly directory: string
  readonly clock: Clock
  readonly bytesMax: number
  bytesOnDisk(): number
}

/** Whether the log can accept events, from its last write and the free space. */
export function logHealth({ disk, directory, clock, bytesMax, bytesOnDisk }: LogHealthOptions): LogHealth {
  const reserve = Math.min(RESERVE_BYTES, bytesMax / 10)
  let failure: 'disk_full' | 'not_writable' | undefined
  let free: number | undefined
  let writingSince: number | undefined
  let checkingSince: number | undefined
  let checking: Promise<void> | undefined

  async function runCheck(): Promise<void> {
    try {
      // Where the file system does not report free space, a failing write shows the problem.
      free = await disk.freeBytes(directory).catch(() => undefined)
      if (failure === undefined) return
      await tryWriting(disk, directory)
      failure = undefined
    } catch (error) {
      failure = failureOf(error)
    }
  }

  const isLate = (since: number | undefined) => since !== undefined && clock.now() - since > RESPONSE_MS_MAX
  const isStuck = () => isLate(writingSince) || isLate(checkingSince)

  return {
    rejectsWrites: () => failure !== undefined || isStuck(),
    async observe(write) {
      writingSince = clock.now()
      try {
        await write()
      } catch (error) {
        failure = failureOf(error)
        throw error
      } finally {
        writingSince = undefined
      }
    },
    check() {
      if (checking === undefined) {
        checkingSince = clock.now()
        checking = runCheck().finally(() => {
          checking = undefined
          checkingSince = undefined
        })
      }
      return checking
    },
    fault() {
      if (isStuck()) return 'not_responding'
      if (failure !== undefined) return failure
      if (free !== undefined && free < reserve) return 'disk_full'
      return bytesMax - bytesOnDisk() < reserve ? 'log_full' : undefined
    },
    freeBytes: () => free,
  }
}

const NO_SPACE: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

function failureOf(error: unknown): 'disk_full' | 'not_writable' {
  return error instanceof Error && 'code' in error && NO_SPACE.has(error.code) ? 'disk_full' : 'not_writable'
}
