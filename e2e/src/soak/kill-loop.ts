import { pause, sendEvents } from '../event-load.ts'
import { compareKept, sendWrites } from './compare-kept.ts'
import { startEmbedded } from './embedded.ts'
import type { Scenario } from './scenario.ts'

const KILLS = 10

export const killLoop: Scenario = {
  name: 'kill -9 under load',
  async run() {
    const service = await startEmbedded()
    const events = sendEvents(() => [service.server.url], service.product, 300)
    const writes = sendWrites(service.rename)
    for (let kill = 0; kill < KILLS; kill++) {
      // Each kill comes at another moment between two flushes of events and writes.
      await pause(700 + kill * 170)
      await service.restart('SIGKILL')
    }
    await pause(1_000)
    await Promise.all([events.stop(), writes.stop()])
    return compareKept(events, writes, await service.end(), `${KILLS} kills`)
  },
}
