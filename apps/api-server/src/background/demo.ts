import type { Settings } from '@footfall/config'
import { type Clock, type Collector, SECOND_MS } from '@footfall/core-domain'
import { type DemoFile, liveTraffic } from '@footfall/operate'
import type { recurring } from './recurring.ts'

const TRAFFIC_EVERY_MS = 5 * SECOND_MS
/** The same in every service, so that a restart continues with the same visits. */
const SEED = 'footfall'

interface Dependencies {
  readonly settings: Pick<Settings, 'demoTraffic'>
  readonly demo: DemoFile | undefined
  readonly collector: Collector
  readonly clock: Clock
}

type Every = (name: string, ms: number, task: () => Promise<void>) => ReturnType<typeof recurring>

/** What happens in the demo while the service runs; nothing where there is no demo. */
export function demoTasks({ settings, demo, collector, clock }: Dependencies, every: Every) {
  if (demo === undefined || !settings.demoTraffic) return []
  const traffic = liveTraffic({ products: demo.products, collector, clock, seed: SEED })
  return [every('Traffic of the demo', TRAFFIC_EVERY_MS, () => traffic.send())]
}
