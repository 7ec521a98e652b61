import { startSdkMcpServer } from '../harness/baseline.ts'
import { withDemoService } from '../harness/data-dir.ts'
import { type LoadOptions, load } from '../harness/load.ts'
import { mcpRequest } from '../harness/mcp-request.ts'
import type { Bench, Line } from '../harness/report.ts'
import { alternating } from '../harness/samples.ts'

const ROUNDS = 5
const LOAD = { connections: 20, seconds: 4 }
const MODERN = '2026-07-28'
const LEGACY = '2025-11-25'
const TOOL = 'service_products_get'
/** The rates that are demanded under each protocol revision. */
const DEMANDS = { 'tools/list': { ratioAtLeast: 5 }, 'tools/call': { ratioAtLeast: 1.8 } } as const

export const mcpBench: Bench = {
  name: 'mcp',
  title: 'MCP beside the SDK’s documented pattern: an McpServer with 43 registered tools made per request',
  async run() {
    return withDemoService(async (service) => {
      const product = service.access.products[0]?.id ?? ''
      const sdk = await startSdkMcpServer(await service.get(`/api/v1/products/${product}`))
      const rate = async (url: string, request: Pick<LoadOptions, 'headers' | 'body'>) => {
        const { perSecond, failed } = await load({ ...LOAD, ...request, url, method: 'POST' })
        if (failed > 0) throw new Error(`${failed} requests to ${url} were not answered with 200`)
        return perSecond
      }
      const lines: Line[] = []
      try {
        for (const method of ['tools/list', 'tools/call'] as const) {
          for (const revision of [MODERN, LEGACY]) {
            const given = method === 'tools/call' ? { name: TOOL, arguments: { product } } : {}
            const request = mcpRequest(method, revision, service.access.token, given)
            const turns = {
              ours: () => rate(`${service.url}/api/mcp`, request),
              sdk: () => rate(sdk.url, request),
            }
            await turns.ours()
            await turns.sdk()
            const measured = await alternating(ROUNDS, turns)
            lines.push({
              what: `${method}, ${revision}`,
              unit: '/s',
              ours: measured.ours,
              baseline: { name: 'SDK', samples: measured.sdk },
              demand: DEMANDS[method],
            })
          }
        }
      } finally {
        await sdk.stop()
      }
      return {
        lines,
        notes: [
          'Ours: host and origin, token, scope, selection, membership and role on every request, read from SQLite; rate limits are off. `tools/list` shows a token with every scope all tools with their output schemas.',
          'The SDK: the same tools, zod schemas made once, no authentication, the product from memory; output schemas only of the results, so its list is the smaller one.',
          `autocannon with ${LOAD.connections} connections, ${LOAD.seconds} s a round, in turns; service, baseline and load are processes of their own on the same machine.`,
        ],
      }
    })
  },
}
