import type { DeviceRequest, EpochMs } from './records.ts'

/** RFC 8628 §3.5. */
const RAISED_BY_SECONDS = 5
const INTERVAL_MAX_SECONDS = 600

/** Whether a client polls before the interval has passed since its last poll. */
export function isTooSoon({ polledAt, intervalSeconds }: DeviceRequest, now: EpochMs): boolean {
  return polledAt !== undefined && now < polledAt + intervalSeconds * 1000
}

/** The interval of all later polls of a client that did not wait. */
export function raisedInterval(seconds: number): number {
  return Math.min(seconds + RAISED_BY_SECONDS, INTERVAL_MAX_SECONDS)
}
