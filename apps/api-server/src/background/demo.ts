import type { Settings } from '@footfall/config'
import { type Clock, type Collector, HOUR_MS, SECOND_MS } from '@footfall/core-domain'
import { type DemoFile, fillSearchDays, liveTraffic } from '@footfall/operate'
import type { ControlData } from '@footfall/storage'
import type { Engine } from '@footfall/warehouse'
import type { recurring } from './recurring.ts'

const TRAFFIC_EVERY_MS = 5 * SECOND_MS
const SEARCH_EVERY_MS = HOUR_MS
/** The same in every service, so that a restart continues with the same visits. */
const SEED = 'footfall'

interface Dependencies {
  readonly settings: Pick<Settings, 'demoTraffic'>
  readonly demo: DemoFile | undefined
  readonly collector: Pick<Collector, 'event'>
  readonly control: Pick<ControlData, 'store'>
  readonly engine: Engine
  readonly clock: Clock
}

type Every = (name: string, ms: number, task: () => Promise<void>) => ReturnType<typeof recurring>

/** The tasks that keep the demo alive; none without a demo. */
export function demoTasks({ settings, demo, collector, control, engine, clock }: Dependencies, every: Every) {
  if (demo === undefined || !settings.demoTraffic) return []
  const traffic = liveTraffic({ products: demo.products, collector, clock, seed: SEED })
  const search = { engine, store: control.store, clock, products: demo.products }
  return [
    every('Traffic of the demo', TRAFFIC_EVERY_MS, () => traffic.send()),
    every('Search Console of the demo', SEARCH_EVERY_MS, () => fillSearchDays(search)),
  ]
}
