import { readFile } from 'node:fs/promises'
import { withDemoService } from '../harness/data-dir.ts'
import type { Bench } from '../harness/report.ts'
import { milliseconds, samples } from '../harness/samples.ts'
import { type RunningService, startService } from '../harness/service.ts'

const ROUNDS = 5
const IDLE_SECONDS = 70

export const startBench: Bench = {
  name: 'start',
  title: 'Starting with the demo in place, and the memory of the idle service',
  async run() {
    const starts: number[] = []
    const memory: number[] = []
    await withDemoService(async (first, dataDir) => {
      await first.stop()
      for (let round = 0; round < ROUNDS; round++) {
        let service: RunningService | undefined
        starts.push(
          (await milliseconds(async () => {
            service = await startService(dataDir, true)
            await service.get('/api/v1/products')
          })) / 1000,
        )
        if (round === ROUNDS - 1) {
          await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000))
          memory.push(await residentMiB(service))
        }
        await service?.stop()
      }
    })
    return {
      lines: [
        { what: 'process start to first answer', unit: 's', ours: samples(starts), demand: { atMost: 5 } },
        { what: 'resident memory, idle with demo', unit: 'MiB', ours: samples(memory), demand: { atMost: 500 } },
      ],
      notes: [
        'The service as `npm start` runs it the second time, from its sources, without the package manager before it; the first answer is an authenticated list of products.',
        `Memory is VmRSS of the service after ${IDLE_SECONDS} s without a request, the embedded ClickHouse engine included.`,
      ],
    }
  },
}

async function residentMiB(service: RunningService | undefined): Promise<number> {
  const status = await readFile(`/proc/${service?.child.process.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}
