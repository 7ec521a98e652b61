import { startSdkMcpServer } from '../harness/baseline.ts'
import { withDemoService } from '../harness/data-dir.ts'
import { type McpRequest, mcpRequest } from '../harness/mcp-request.ts'
import { threadTimeMs } from '../harness/processor-time.ts'
import type { Bench } from '../harness/report.ts'
import { alternating } from '../harness/samples.ts'
import { startService } from '../harness/service.ts'

const ROUNDS = 7
const REVISION = '2026-07-28'
const FIRST_CALL_MS_MAX = 20

export const mcpFirstCallBench: Bench = {
  name: 'mcp-first-call',
  title: 'The first tools/call of the first client after the process has started, beside the SDK’s documented pattern',
  async run() {
    return withDemoService(async (first, dataDir) => {
      const product = first.access.products[0]?.id ?? ''
      const answer = await first.get(`/api/v1/products/${product}`)
      const { token } = first.access
      await first.stop()
      const requests = [
        mcpRequest('server/discover', REVISION, token),
        mcpRequest('tools/call', REVISION, token, { name: 'service_products_get', arguments: { product } }),
      ] as const
      const { ours, sdk } = await alternating(ROUNDS, {
        async ours() {
          const service = await startService(dataDir, true)
          return firstCallMs(`${service.url}/api/mcp`, service.child.process.pid, requests).finally(() =>
            service.stop(),
          )
        },
        async sdk() {
          const server = await startSdkMcpServer(answer)
          return firstCallMs(server.url, server.child.process.pid, requests).finally(() => server.stop())
        },
      })
      return {
        lines: [
          {
            what: 'first tools/call after server/discover',
            unit: 'ms',
            ours,
            baseline: { name: 'SDK', samples: sdk },
            demand: { atMost: FIRST_CALL_MS_MAX },
          },
        ],
        notes: [
          'Processor time of all threads of the process between the request and its answer, from `/proc/PID/task`: other programs on the machine do not count. Each round starts a process, connects once, and calls once.',
          'Ours checks host and origin, token, scope, selection, membership and role, and reads the product from SQLite. The SDK has the product in memory and checks nothing.',
        ],
      }
    })
  },
}

async function firstCallMs(url: string, pid: number | undefined, [connect, call]: readonly [McpRequest, McpRequest]) {
  await answered(url, connect)
  const before = threadTimeMs(pid)
  await answered(url, call)
  return threadTimeMs(pid) - before
}

async function answered(url: string, { headers, body }: McpRequest): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers, body })
  const text = await response.text()
  if (!response.ok || text.includes('"isError":true')) throw new Error(`${url} answered ${response.status}: ${text}`)
}
