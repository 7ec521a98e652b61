import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { defaultSettings, ProductId, UTC } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { openGeo } from '../enrich/geo.ts'
import { exportBench } from '../vendor-exports/test-support/export-fixture.ts'
import { umamiExport } from '../vendor-exports/test-support/umami-export.ts'
import { startDescribing } from './describing-threads.ts'
import { NICE } from './give-way.ts'
import { sampleEvent } from './test-support/sample-file.ts'

/** How many threads of this process have the low priority. */
function threadsThatGiveWay(): number {
  const stats = readdirSync('/proc/self/task').map(statOf)
  // The name of a thread is in brackets and may hold spaces. The priority is the seventeenth field after it.
  return stats.filter((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16] === String(NICE)).length
}

function statOf(thread: string): string {
  try {
    return readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
  } catch {
    return 'ended since it was listed'
  }
}

const hasPriorities = process.platform === 'linux' && getPriority() < NICE

it.runIf(hasPriorities)('lets the threads of an import give way to events and reports', async () => {
  const { database: geoDatabase } = await openGeo()
  if (geoDatabase === undefined) throw new Error('The database of places was not opened.')
  const profile = { product: ProductId.parse('prd_low'), ...defaultSettings(UTC) }
  const before = threadsThatGiveWay()
  const secret = new Uint8Array(32)
  const threads = startDescribing({ importId: 'low', secret, profile, skipInvalid: false, geoDatabase }, 2)
  try {
    const described = [1, 2].map((i) =>
      threads.describe({
        bytes: new TextEncoder().encode(JSON.stringify(sampleEvent(i))),
        line: 1,
        latestMs: Date.now(),
      }),
    )
    await Promise.all(described)
    expect(threadsThatGiveWay() - before).toBe(2)
  } finally {
    await threads.stop()
  }
})

it.runIf(hasPriorities)(
  'reads an export that is imported on a thread that gives way to events and reports',
  async () => {
    const bench = await exportBench()
    try {
      const before = threadsThatGiveWay()
      let most = before
      const { csv, rows } = umamiExport('2026-03-01', 2)
      const onProgress = () => {
        most = Math.max(most, threadsThatGiveWay())
      }
      expect(await bench.text('prd_low', csv, { onProgress, threads: 0 })).toMatchObject({ events: rows })
      expect(most - before).toBe(1)
    } finally {
      await bench.close()
    }
  },
)
