import { pause } from '../event-load.ts'
import { startEmbedded } from './embedded.ts'
import { countBroken, type Scenario } from './scenario.ts'
import { FLOODS, residentMib, sendFlood } from './visit-flood.ts'

/** As many as one address may send in half an hour by default (`RATE_LIMIT_COLLECT`). */
const EVENTS = 180_000
const LARGE_EVENTS = 40_000
/** Time for garbage collection and for the engine to take what was sent. */
const SETTLE_MS = 8_000

/** How much memory forged visitors can take: as many events as half an hour allows, sent at full speed. */
export const visitMemory: Scenario = {
  name: 'memory of visits',
  async run() {
    const statuses = new Map<number, number>()
    const notes: string[] = []
    let tried = 0
    for (const [name, flood] of Object.entries(FLOODS)) {
      const count = name.includes('15 KB') ? LARGE_EVENTS : EVENTS
      const service = await startEmbedded()
      const memory = async () => {
        await pause(SETTLE_MS)
        return residentMib(service.server)
      }
      const before = await memory()
      for (const [status, n] of await sendFlood(service.server.url, service.product, flood, count))
        statuses.set(status, (statuses.get(status) ?? 0) + n)
      tried += count
      const after = await memory()
      await service.restart('SIGTERM')
      const restarted = await memory()
      await service.end()
      notes.push(`${name}, ${count} events: ${before} MiB before, ${after} after, ${restarted} after a restart`)
    }
    return {
      tried,
      survived: statuses.get(202) ?? 0,
      lost: 0,
      broken: countBroken(statuses),
      deferred: statuses.get(503) ?? 0,
      note: notes.join('; '),
    }
  },
}
