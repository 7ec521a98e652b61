import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pause, sendEvents } from '../event-load.ts'
import { temporaryDirectory } from '../server-process.ts'
import { compareKept, sendWrites } from './compare-kept.ts'
import { startEmbedded } from './embedded.ts'
import type { Scenario } from './scenario.ts'

const PRELOAD = fileURLToPath(new URL('./shifted-clock.mjs', import.meta.url))
const MINUTE_MS = 60_000
const JUMPS_MS = [5 * MINUTE_MS, -5 * MINUTE_MS, 26 * 60 * MINUTE_MS, -2 * 60 * MINUTE_MS, 90 * 24 * 60 * MINUTE_MS, 0]

export const clockJumps: Scenario = {
  name: 'clock jumps',
  async run() {
    const directory = await temporaryDirectory()
    const file = join(directory.path, 'shift')
    const service = await startEmbedded({ nodeArgs: ['--import', PRELOAD], env: { SHIFT_FILE: file } })
    const events = sendEvents(() => [service.server.url], service.product, 100)
    const writes = sendWrites(service.rename)
    for (const jump of JUMPS_MS) {
      await writeFile(file, String(jump))
      await pause(3_000)
    }
    await Promise.all([events.stop(), writes.stop()])
    const kept = await service.end()
    await directory.remove()
    return compareKept(events, writes, kept, `${JUMPS_MS.length} jumps of minutes to 90 days, both ways`)
  },
}
