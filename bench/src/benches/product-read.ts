import { startBareExpress } from '../harness/baseline.ts'
import { withDemoService } from '../harness/data-dir.ts'
import { type ProcessorTime, processorNote, processorTime } from '../harness/processor-time.ts'
import type { Bench } from '../harness/report.ts'
import { alternating } from '../harness/samples.ts'
import { delegatedToken } from '../harness/service.ts'

const ROUNDS = 7
const LOAD = { connections: 20, seconds: 5 }
/** The last is the one that the bench calls from. */
const NETWORKS = [...Array.from({ length: 9 }, (_, at) => `203.0.113.${at * 16}/28`), '2001:db8::/32', '127.0.0.0/8']

export const productReadBench: Bench = {
  name: 'product-read',
  title: 'GET /api/v1/products/{product} against a bare Express route that answers the same JSON from memory',
  async run() {
    return withDemoService(async (service) => {
      const path = `/api/v1/products/${service.access.products[0]?.id}`
      const bare = await startBareExpress(await service.get(path))
      const rate = async (url: string, time: ProcessorTime, token = service.access.token) => {
        const headers = { authorization: `Bearer ${token}` }
        const { perSecond, failed } = await time.load({ ...LOAD, url, headers })
        if (failed > 0) throw new Error(`${failed} requests to ${url} were not answered with 200`)
        return perSecond
      }
      const anywhere = await delegatedToken(service)
      const networks = await delegatedToken(service, { allowed_networks: NETWORKS })
      try {
        const url = `${service.url}${path}`
        await rate(url, processorTime(service.child))
        await rate(bare.url, processorTime(bare.child))
        const times = { ours: processorTime(service.child), Express: processorTime(bare.child) }
        const { ours, express } = await alternating(ROUNDS, {
          ours: () => rate(url, times.ours),
          express: () => rate(bare.url, times.Express),
        })
        const delegated = { anywhere: processorTime(service.child), networks: processorTime(service.child) }
        const narrowed = await alternating(ROUNDS, {
          anywhere: () => rate(url, delegated.anywhere, anywhere),
          networks: () => rate(url, delegated.networks, networks),
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
            {
              what: `product read with a token of ${NETWORKS.length} networks`,
              unit: '/s',
              ours: narrowed.networks,
              baseline: { name: 'without networks', samples: narrowed.anywhere },
              demand: { ratioAtLeast: 0.95 },
            },
          ],
          notes: [
            'Ours is the whole way of a request: credential, scope, selection, membership and role, all as they are when it comes; rate limits are off.',
            processorNote(times),
            `Delegated tokens: ${processorNote(delegated)}`,
            `autocannon with ${LOAD.connections} connections, ${LOAD.seconds} s a round, in turns; service, baseline and load are processes of their own on the same machine.`,
          ],
        }
      } finally {
        await bare.stop()
      }
    })
  },
}
