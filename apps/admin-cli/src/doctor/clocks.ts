import { type Finding, ok, warning } from './finding.ts'

/** With a larger difference, leases and expiry differ between stores. */
const SKEW_MAX_MS = 5_000

/** The time of a server, and of this machine before and after asking for it. */
export interface ClockReading {
  readonly of: string
  /** In epoch milliseconds; undefined if the server has no clock of its own or was not asked. */
  readonly clockMs: number | undefined
  readonly askedAt: number
  readonly answeredAt: number
}

/** Compares the clocks of the servers with that of this machine, allowing for the time of the request. */
export function clocks(readings: readonly ClockReading[]): Finding {
  const known = readings.flatMap((reading) =>
    reading.clockMs === undefined ? [] : [{ ...reading, ms: skewOf(reading.clockMs, reading) }],
  )
  const [worst] = known.toSorted((one, other) => Math.abs(other.ms) - Math.abs(one.ms))
  if (worst === undefined) return ok('clocks', 'every store goes by the clock of this machine')
  if (Math.abs(worst.ms) <= SKEW_MAX_MS)
    return ok('clocks', `${known.map((reading) => reading.of).join(' and ')} and this machine agree`)
  const seconds = Math.round(Math.abs(worst.ms) / 1000).toLocaleString('en')
  return warning(
    'clocks',
    `the clock of ${worst.of} is ${seconds} s ${worst.ms > 0 ? 'ahead of' : 'behind'} this machine’s`,
    'Set both by NTP: timedatectl set-ntp true, here and there.',
  )
}

/** The least possible difference of the clocks, in milliseconds. */
function skewOf(clockMs: number, { askedAt, answeredAt }: ClockReading): number {
  if (clockMs > answeredAt) return clockMs - answeredAt
  return clockMs < askedAt ? clockMs - askedAt : 0
}
