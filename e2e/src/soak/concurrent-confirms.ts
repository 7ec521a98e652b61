import { startEmbedded } from './embedded.ts'
import type { Scenario } from './scenario.ts'

const KEYS = 40
const EACH = 50

export const concurrentConfirms: Scenario = {
  name: 'identical confirmed requests at once',
  async run() {
    const service = await startEmbedded()
    const statuses = new Map<number, number>()
    const note = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
    let executed = 0
    for (let k = 0; k < KEYS; k++) {
      const answers = Array.from({ length: EACH }, () => service.rename(`Shop ${k}`, `same-${k}`, note))
      executed += (await Promise.all(answers)).filter((code) => code === 'executed').length
    }
    const { writes } = await service.end()
    const once = [...writes.values()].filter((n) => n === 1).length
    const ok = statuses.get(200) ?? 0
    const answers = [...statuses.values()].reduce((sum, n) => sum + n, 0)
    return {
      tried: KEYS * EACH,
      survived: executed,
      lost: KEYS * EACH - executed + (KEYS - once),
      broken: answers - ok - (statuses.get(503) ?? 0) - (statuses.get(409) ?? 0),
      deferred: statuses.get(503) ?? 0,
      note: `${KEYS} keys, ${EACH} requests each, one effect for each key`,
    }
  },
}
