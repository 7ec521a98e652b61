import { startBareExpress } from '../harness/baseline.ts'
import { withDemoService } from '../harness/data-dir.ts'
import { type ProcessorTime, processorNote, processorTime } from '../harness/processor-time.ts'
import type { Bench } from '../harness/report.ts'
import { alternating } from '../harness/samples.ts'

const ROUNDS = 7
const LOAD = { connections: 20, seconds: 5 }

export const productReadBench: Bench = {
  name: 'product-read',
  title: 'GET /api/v1/products/{product} against a bare Express route that answers the same JSON from memory',
  async run() {
    return withDemoService(async (service) => {
      const path = `/api/v1/products/${service.access.products[0]?.id}`
      const bare = await startBareExpress(await service.get(path))
      const rate = async (url: string, time: ProcessorTime) => {
        const { perSecond, failed } = await time.load({ ...LOAD, url, headers })
        if (failed > 0) throw new Error(`${failed} requests to ${url} were not answered with 200`)
        return perSecond
      }
      const headers = { authorization: `Bearer ${service.access.token}` }
      try {
        const url = `${service.url}${path}`
        await rate(url, processorTime(service.child))
        await rate(bare.url, processorTime(bare.child))
        const times = { ours: processorTime(service.child), Express: processorTime(bare.child) }
        const { ours, express } = await alternating(ROUNDS, {
          ours: () => rate(url, times.ours),
          express: () => rate(bare.url, times.Express),
        })
        return {
          lines: [
            {
              what: 'product read',
              unit: '/s',
              ours,
              baseline: { name: 'Express', samples: express },
              demand: { ratioAtLeast: 0.6 },
            },
          ],
          notes: [
            'Ours is the whole way of a request: credential, scope, selection, membership and role, all as they are when it comes; rate limits are off.',
            processorNote(times),
            `autocannon with ${LOAD.connections} connections, ${LOAD.seconds} s a round, in turns; service, baseline and load are processes of their own on the same machine.`,
          ],
        }
      } finally {
        await bare.stop()
      }
    })
  },
}
