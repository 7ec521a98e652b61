import { addDays, utcDate } from '@footfall/core-domain'
import { startBareExpress } from '../harness/baseline.ts'
import { withDemoService } from '../harness/data-dir.ts'
import { type ProcessorTime, processorNote, processorTime } from '../harness/processor-time.ts'
import type { Bench } from '../harness/report.ts'
import { alternating } from '../harness/samples.ts'
import { silentProduct } from '../harness/service.ts'

const ROUNDS = 7
const LOAD = { connections: 64, seconds: 5 }
export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

export const collectBench: Bench = {
  name: 'collect',
  title: 'POST /api/event, one event a request and every 202 durable, against a bare Express route that parses JSON',
  async run() {
    return withDemoService(async (service) => {
      const product = silentProduct(service.access)
      const bare = await startBareExpress({ accepted: true })
      const headers = { 'content-type': 'application/json', 'user-agent': BROWSER }
      const body = JSON.stringify({ product, name: 'pageview', url: 'https://shop.example.com/guide/1', width: 1280 })
      let accepted = 0
      const post = async (url: string, counts: boolean, time: ProcessorTime) => {
        const { perSecond, ok, failed } = await time.load({ ...LOAD, url, method: 'POST', headers, body })
        if (failed > 0) throw new Error(`${failed} requests to ${url} were not answered with 202`)
        if (counts) accepted += ok
        return perSecond
      }
      const ours = (time: ProcessorTime) => post(`${service.url}/api/event`, true, time)
      const express = (time: ProcessorTime) => post(bare.url, false, time)
      try {
        await ours(processorTime(service.child))
        await express(processorTime(bare.child))
        const times = { ours: processorTime(service.child), Express: processorTime(bare.child) }
        const measured = await alternating(ROUNDS, {
          ours: () => ours(times.ours),
          express: () => express(times.Express),
        })
        const stored = await storedPageviews(service.get, product, accepted)
        return {
          lines: [
            {
              what: 'events collected',
              unit: '/s',
              ours: measured.ours,
              baseline: { name: 'Express', samples: measured.express },
              demand: { ratioAtLeast: 0.8 },
            },
          ],
          notes: [
            'A 202 is sent when the event is synced to the disk of this machine; the baseline keeps nothing.',
            processorNote(times),
            `${accepted.toLocaleString('en')} events were accepted in the timed answers and ${stored.toLocaleString('en')} pageviews can be asked afterwards; requests cut off at the end of a round may add a few.`,
            `autocannon with ${LOAD.connections} connections, ${LOAD.seconds} s a round, in turns, all on the same machine.`,
          ],
        }
      } finally {
        await bare.stop()
      }
    })
  },
}

/** Waits until the engine has every accepted event, and fails if one does not arrive. */
async function storedPageviews(get: (path: string) => Promise<unknown>, product: string, least: number) {
  const deadline = performance.now() + 60_000
  const today = utcDate(Date.now())
  const range = `from=${addDays(today, -1)}&to=${addDays(today, 1)}&tz=UTC`
  for (;;) {
    const { data } = (await get(`/api/v1/stats?product=${product}&metric=pageviews&${range}`)) as {
      readonly data: { readonly value: number | null }
    }
    if ((data.value ?? 0) >= least) return data.value ?? 0
    if (performance.now() > deadline) throw new Error(`${data.value} pageviews of ${least} accepted ones arrived`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
