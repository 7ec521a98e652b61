import { withDemoService } from '../harness/data-dir.ts'
import { processorNote, processorTime } from '../harness/processor-time.ts'
import type { Bench } from '../harness/report.ts'
import { samples } from '../harness/samples.ts'
import { BROWSER } from './collect.ts'

const ROUNDS = 7
const BATCH = 500
const LOAD = { connections: 8, seconds: 5 }

export const collectBatchesBench: Bench = {
  name: 'collect-batches',
  title: 'POST /api/events, batches of 500 events of a hundred visitors, every 202 durable',
  async run() {
    return withDemoService(async (service) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${service.access.ingestKey}` }
      const body = JSON.stringify({ events: Array.from({ length: BATCH }, (_, i) => eventOf(i)) })
      const time = processorTime(service.child)
      const measured: number[] = []
      for (let round = 0; round <= ROUNDS; round++) {
        const url = `${service.url}/api/events`
        const { perSecond, failed } = await time.load({ ...LOAD, url, method: 'POST', headers, body })
        if (failed > 0) throw new Error(`${failed} requests were not answered with 202`)
        // The first round warms up.
        if (round > 0) measured.push(perSecond * BATCH)
      }
      return {
        lines: [{ what: 'events collected', unit: '/s', ours: samples(measured), demand: { atLeast: 60_000 } }],
        notes: [
          'A 202 is sent when the events of the batch are synced to the disk of this machine. They have no ids.',
          processorNote({ ours: time }),
          `autocannon with ${LOAD.connections} connections, ${LOAD.seconds} s a round, on the same machine.`,
        ],
      }
    })
  },
}

function eventOf(i: number) {
  return {
    name: i % 5 === 0 ? 'Signup' : 'pageview',
    url: `https://shop.example.com/guide/${i}`,
    title: 'A guide',
    timestamp: new Date().toISOString(),
    ip: `81.2.69.${i % 100}`,
    user_agent: BROWSER,
  }
}
