import {
  type Clock,
  CollectedEvent,
  type Collector,
  IdentityOff,
  MINUTE_MS,
  NotFound,
  type ProductId,
} from '@footfall/core-domain'
import type { z } from 'zod'
import type { DemoFile } from '../demo-file.ts'
import { demoSite } from '../traffic/site.ts'
import { plannedVisits } from './schedule.ts'
import { eventsOf, type TimedEvent } from './visit.ts'

export interface LiveTrafficOptions {
  /** Of the demo. No other product gets an event. */
  readonly products: DemoFile['products']
  readonly collector: Pick<Collector, 'event'>
  readonly clock: Clock
  /** The same seed gives the same visits. */
  readonly seed: string
}

export interface LiveTraffic {
  /** Sends what is due since the last call, or since the creation. Throws what the collector throws. */
  send(): Promise<void>
}

/** Time for which nothing was sent is not made up for when it is longer: the service did not run then. */
const LATE_MAX_MS = MINUTE_MS

/**
 * Visits of the demo as they happen, from now on. They go through the collector like any other event. What is not due yet
 * is all that it remembers; a visit that began before it was created is not continued. One service sends it: the one in
 * whose data directory the demo is, which no other uses.
 */
export function liveTraffic({ products, collector, clock, seed }: LiveTrafficOptions): LiveTraffic {
  const sites = products.flatMap(({ id, kind }) =>
    kind === 'silent' ? [] : [{ id: id as ProductId, site: demoSite(kind) }],
  )
  let sentUntilMs = clock.now()
  let waiting: readonly TimedEvent[] = []

  function planned(nowMs: number): readonly TimedEvent[] {
    const window = { afterMs: sentUntilMs, untilMs: nowMs }
    return sites.flatMap(({ id, site }) =>
      plannedVisits(site, id, seed, window).flatMap((visit) => eventsOf(site, id, visit)),
    )
  }

  /** A person may have turned identification off. */
  async function sendNamed(event: z.output<typeof CollectedEvent>, origin: TimedEvent['origin']): Promise<void> {
    try {
      await collector.event(event, origin)
    } catch (error) {
      if (!(error instanceof IdentityOff)) throw error
      await collector.event({ ...event, visitor: undefined }, origin)
    }
  }

  return {
    async send() {
      const nowMs = clock.now()
      if (nowMs < sentUntilMs || nowMs - sentUntilMs > LATE_MAX_MS) {
        waiting = []
        sentUntilMs = nowMs
        return
      }
      const all = [...waiting, ...planned(nowMs)].sort((a, b) => a.atMs - b.atMs)
      waiting = all.filter(({ atMs }) => atMs > nowMs)
      sentUntilMs = nowMs
      for (const { event, origin } of all.slice(0, all.length - waiting.length))
        await unlessDeleted(sendNamed(CollectedEvent.parse(event), origin))
    },
  }
}

/** A person may have deleted the product. */
async function unlessDeleted(sent: Promise<unknown>): Promise<void> {
  try {
    await sent
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
  }
}
