import type { EventLoad } from '../event-load.ts'
import type { Kept } from './embedded.ts'
import type { Rename } from './retried-rename.ts'
import { countBroken, type Tally } from './scenario.ts'

/** Confirmed writes in sequence, each under its own key, while a load runs. */
export interface WriteLoad {
  /** The final outcome of each key. */
  readonly outcomes: ReadonlyMap<string, string>
  readonly statuses: ReadonlyMap<number, number>
  stop(): Promise<void>
}

export function sendWrites(rename: Rename): WriteLoad {
  const outcomes = new Map<string, string>()
  const statuses = new Map<number, number>()
  let stopped = false
  const run = async () => {
    for (let i = 0; !stopped; i++) {
      const code = await rename(`Shop ${i}`, `write-${i}`, (status) =>
        statuses.set(status, (statuses.get(status) ?? 0) + 1),
      )
      outcomes.set(`write-${i}`, code)
    }
  }
  const running = run()
  return {
    outcomes,
    statuses,
    async stop() {
      stopped = true
      await running
    },
  }
}

/** Compares what was acknowledged with what the stores hold. */
export function compareKept(events: EventLoad, writes: WriteLoad, kept: Kept, note: string): Tally {
  const times = new Map<number, number>()
  for (const n of kept.events) times.set(n, (times.get(n) ?? 0) + 1)
  const keptEvents = [...events.acknowledged].filter((n) => times.get(n) === 1).length
  const doubled = [...times.values()].filter((n) => n > 1).length
  const executed = [...writes.outcomes].filter(([, code]) => code === 'executed')
  const keptWrites = executed.filter(([key]) => kept.writes.get(key) === 1).length
  const twice = [...kept.writes.values()].filter((n) => n > 1).length
  const rejected = writes.outcomes.size - executed.length
  const deferred = (events.statuses.get(503) ?? 0) + (writes.statuses.get(503) ?? 0)
  return {
    tried: events.sent() + writes.outcomes.size,
    survived: keptEvents + keptWrites,
    lost: events.acknowledged.size - keptEvents + doubled + (executed.length - keptWrites) + twice + rejected,
    broken: countBroken(events.statuses) + countBroken(writes.statuses),
    deferred,
    note: `${note}; ${events.acknowledged.size} events and ${executed.length} writes acknowledged`,
  }
}
