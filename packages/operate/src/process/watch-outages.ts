import type { ReadinessChecks } from '@footfall/config'
import { type Clock, type Logger, outagesOf } from '@footfall/core-domain'

const EVERY_MS = 2_000

export interface OutageWatchOptions {
  readonly log: Logger
  readonly clock: Clock
  readonly ready: Pick<ReadinessChecks, 'all'>
  readonly everyMs?: number
}

/** During an outage of a store, checks it every two seconds, so that the log says when the outage is over. */
export function watchOutages({ log, clock, ready, everyMs = EVERY_MS }: OutageWatchOptions): { stop(): void } {
  const outages = outagesOf(log, clock)
  let isChecking = false
  const check = async () => {
    const away = outages.current()
    if (away.length === 0 || isChecking) return
    isChecking = true
    const { checks } = await ready.all()
    isChecking = false
    for (const store of away) if (checks[store] === 'ok') outages.over(store)
  }
  const timer = setInterval(() => void check(), everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
