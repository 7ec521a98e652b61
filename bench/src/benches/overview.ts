import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bareRequests, changePeriod, coldLoad, type SignedInBrowser, signedInBrowser } from '../harness/dashboard.ts'
import { HISTORY_EVENTS, prepareHistory } from '../harness/prepared.ts'
import { processMs } from '../harness/processor-time.ts'
import type { Bench, Line } from '../harness/report.ts'
import { alternating, samples } from '../harness/samples.ts'
import { type RunningService, silentProduct, startService } from '../harness/service.ts'

const ROUNDS = 9
const ROUNDS_OF_PERIODS = 3
/** This week, this quarter, this year and all. */
const KEYS_OF_PERIODS = ['w', 'q', 'y', 'l']
const COLD_MS_MAX = 1000
const CHANGE_MS_MAX = 300

export const overviewBench: Bench = {
  name: 'overview',
  title: 'The overview of the dashboard in Chromium: opened with an empty cache, and another period',
  async run() {
    const dataDir = await mkdtemp(join(tmpdir(), 'footfall-bench-overview-'))
    try {
      const first = await startService(dataDir, true)
      await first.stop()
      const history = silentProduct(first.access)
      await prepareHistory(dataDir, history, { forPostgres: false })
      const service = await startService(dataDir, false)
      const browser = await signedInBrowser(service, dataDir)
      try {
        const demo = await measure(service, browser, 'the demo', first.access.products[0]?.id ?? '')
        const large = await measure(service, browser, `${HISTORY_EVENTS.toLocaleString('en')} events`, history)
        return {
          lines: [...demo.lines, ...large.lines],
          notes: [
            'Opened: from the request of the document until the chart is drawn and nothing is being loaded, 30 days beside the 30 days before. The dashboard has to be built first.',
            'The baseline sends the same requests at once from an empty page, without running a script or drawing anything.',
            ...demo.notes,
            ...large.notes,
          ],
        }
      } finally {
        await browser.close()
        await service.stop()
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}

async function measure(service: RunningService, browser: SignedInBrowser, name: string, product: string) {
  const url = `${service.url}/products/${product}?period=30d`
  const requests: string[] = []
  const warm = await browser.freshPage()
  warm.on('request', (request) => requests.push(request.url()))
  await coldLoad(warm, url)
  const asked = requests.filter((one) => one.startsWith(service.url))
  const before = processMs(service.child.process.pid)
  await coldLoad(await browser.freshPage(), url)
  const serverMs = processMs(service.child.process.pid) - before
  const { opened, bare } = await alternating(ROUNDS, {
    opened: async () => coldLoad(await browser.freshPage(), url),
    bare: async () => bareRequests(await browser.freshPage(), url, asked),
  })
  const changes: number[] = []
  const page = await browser.freshPage()
  for (let round = 0; round < ROUNDS_OF_PERIODS; round++) {
    await coldLoad(page, url)
    for (const key of KEYS_OF_PERIODS) changes.push(await changePeriod(page, key))
  }
  const lines: readonly Line[] = [
    {
      what: `${name}, opened`,
      unit: 'ms',
      ours: opened,
      baseline: { name: 'bare requests', samples: bare },
      demand: { atMost: COLD_MS_MAX },
    },
    { what: `${name}, another period`, unit: 'ms', ours: samples(changes), demand: { atMost: CHANGE_MS_MAX } },
  ]
  const notes = [
    `${name}: ${asked.length} requests, and ${serverMs} ms of processor time of the service each time it is opened.`,
  ]
  return { lines, notes }
}
