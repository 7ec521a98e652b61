import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAnalytics, memoryVersions } from '@footfall/analytics'
import { createSchema, openEngine } from '@footfall/warehouse'
import { type ConfirmedWrites, clock, openConfirmedWrites, perSecond } from '../harness/confirmed-writes.ts'
import type { Bench } from '../harness/report.ts'
import { alternating } from '../harness/samples.ts'

const ROUNDS = 9
const WRITES = 300
/** As many as may wait: 20 of each token, 100 of an account. */
const TOKENS = 5
const WAITING_OF_TOKEN = 20

export const approvalBench: Bench = {
  name: 'approval',
  title: 'A confirmed write that needs no approval, beside changes that wait for one',
  async run() {
    const directory = await mkdtemp(join(tmpdir(), 'footfall-bench-approval-'))
    const engine = await openEngine({ embedded: { path: join(directory, 'clickhouse') } })
    await createSchema(engine)
    const analytics = createAnalytics({ engine, clock, versions: memoryVersions() })
    const open = (name: string) =>
      openConfirmedWrites({ sqlite: { path: join(directory, `${name}.sqlite`) } }, analytics)
    const [none, waiting] = [await open('none'), await open('waiting')]
    try {
      await holdAll(waiting)
      const [byNone, beside] = [await none.token(), await waiting.token()]
      const { ours, baseline } = await alternating(ROUNDS, {
        ours: () => perSecond(WRITES, () => waiting.rename(beside)),
        baseline: () => perSecond(WRITES, () => none.rename(byNone)),
      })
      return {
        lines: [
          {
            what: 'confirmed write beside 100 that wait, SQLite',
            unit: '/s',
            ours,
            baseline: { name: 'none wait', samples: baseline },
            demand: { ratioAtLeast: 0.95 },
          },
        ],
        notes: [
          'Both are execute() of service_products_update by a token without approval, on databases of their own, one after the other and flushed to disk.',
          `In one of them, ${TOKENS} tokens with approval have asked for ${WAITING_OF_TOKEN} changes of the same product each: as many as an account may have waiting.`,
          'What such a write pays for approval is one flag of its credential, which is read with it.',
        ],
      }
    } finally {
      await Promise.all([none.close(), waiting.close()])
      await engine.close()
      await rm(directory, { recursive: true, force: true })
    }
  },
}

async function holdAll(writes: ConfirmedWrites): Promise<void> {
  for (let token = 0; token < TOKENS; token++) {
    const principal = await writes.token(true)
    for (let change = 0; change < WAITING_OF_TOKEN; change++) {
      const { kind } = await writes.rename(principal)
      if (kind !== 'awaiting_approval') throw new Error(`the change is ${kind}, and should wait`)
    }
  }
}
