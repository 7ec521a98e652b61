import { spawnSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pause, sendEvents } from '../event-load.ts'
import { temporaryDirectory } from '../server-process.ts'
import { compareKept, sendWrites } from './compare-kept.ts'
import { startEmbedded } from './embedded.ts'
import type { Scenario } from './scenario.ts'

const DISK_BYTES = 256 * 1024 * 1024
const CHUNK = Buffer.alloc(1024 * 1024, 1)

export const diskFull: Scenario = {
  name: 'disk full',
  async run() {
    const directory = await temporaryDirectory()
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', directory.path])
    if (mounted.status !== 0) {
      await directory.remove()
      return {
        tried: 0,
        survived: 0,
        lost: 0,
        broken: 0,
        deferred: 0,
        note: 'not run: a small disk can be mounted only by root',
      }
    }
    try {
      const dataDir = join(directory.path, 'data')
      const service = await startEmbedded({ dataDir })
      const events = sendEvents(() => [service.server.url], service.product, 200)
      const writes = sendWrites(service.rename)
      await pause(3_000)
      const ballast = join(directory.path, 'ballast')
      await fill(ballast)
      await pause(6_000)
      // What grows beside it must not live from the room that rounding left.
      await fill(`${ballast}-2`)
      await pause(4_000)
      await Promise.all([rm(ballast), rm(`${ballast}-2`, { force: true })])
      await pause(6_000)
      await Promise.all([events.stop(), writes.stop()])
      return compareKept(
        events,
        writes,
        await service.end(),
        `${DISK_BYTES / 1024 ** 2} MiB, full for 10 s, then emptied`,
      )
    } finally {
      spawnSync('umount', [directory.path])
      await directory.remove()
    }
  },
}

/** Writes until there is no room for another byte. */
async function fill(path: string): Promise<void> {
  for (const piece of [CHUNK, CHUNK.subarray(0, 4096)]) {
    for (;;) {
      try {
        await writeFile(path, piece, { flag: 'a' })
      } catch {
        break
      }
    }
  }
}
