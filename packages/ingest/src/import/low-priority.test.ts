import { getPriority } from 'node:os'
import { defaultSettings, ProductId, UTC } from '@footfall/core-domain'
import { threads } from '@footfall/warehouse/test-support'
import { expect, it } from 'vitest'
import { openGeo } from '../enrich/geo.ts'
import { exportBench } from '../vendor-exports/test-support/export-fixture.ts'
import { umamiExport } from '../vendor-exports/test-support/umami-export.ts'
import { startDescribing } from './describing-threads.ts'
import { NICE } from './give-way.ts'
import { sampleEvent } from './test-support/sample-file.ts'

const bench = exportBench()

/** How many threads of this process have the low priority. */
const threadsThatGiveWay = () => threads().filter(({ nice }) => nice === NICE).length

const hasPriorities = process.platform === 'linux' && getPriority() < NICE

it.runIf(hasPriorities)('lets the threads of an import give way to events and reports', async () => {
  const { database: geoDatabase } = await openGeo()
  if (geoDatabase === undefined) throw new Error('The database of places was not opened.')
  const profile = { product: ProductId.parse('prd_low'), ...defaultSettings(UTC) }
  const before = threadsThatGiveWay()
  const secret = new Uint8Array(32)
  const describing = startDescribing({ importId: 'low', secret, profile, skipInvalid: false, geoDatabase }, 2)
  try {
    const described = [1, 2].map((i) =>
      describing.describe({
        bytes: new TextEncoder().encode(JSON.stringify(sampleEvent(i))),
        line: 1,
        latestMs: Date.now(),
      }),
    )
    await Promise.all(described)
    expect(threadsThatGiveWay() - before).toBe(2)
  } finally {
    await describing.stop()
  }
})

it.runIf(hasPriorities)(
  'reads an export that is imported on a thread that gives way to events and reports',
  async () => {
    const before = threadsThatGiveWay()
    let most = before
    const { csv, rows } = umamiExport('2026-03-01', 2)
    const onProgress = () => {
      most = Math.max(most, threadsThatGiveWay())
    }
    expect(await bench.text('prd_low', csv, { onProgress, threads: 0 })).toMatchObject({ events: rows })
    expect(most - before).toBe(1)
  },
)
