import type { Settings } from '@footfall/config'
import type { Clock, ProductId, RandomSource } from '@footfall/core-domain'
import { recordOperatorChange } from '@footfall/operations'
import type { ControlData } from '@footfall/storage'
import type { Engine } from '@footfall/warehouse'
import { createDemoControlData } from './demo-control-data.ts'
import { type DemoFile, readDemoFile, writeDemoFile } from './demo-file.ts'
import { fillSearchDays } from './search/search-days.ts'
import { generateDemoTraffic } from './traffic/generate.ts'

interface DemoDependencies {
  readonly settings: Settings
  readonly control: ControlData
  readonly engine: Engine
  readonly clock: Clock
  readonly random: RandomSource
  /** Whether an operator asked for the demo. The audit log then records its creation. */
  readonly byOperator?: boolean
}

/**
 * Creates the demo on an empty database. On a database that holds the demo already it returns that demo; on any other it
 * changes nothing and returns undefined.
 */
export async function ensureDemo(dependencies: DemoDependencies): Promise<DemoFile | undefined> {
  const { settings, control, engine } = dependencies
  const isEmpty = (await control.store.accounts.list()).length === 0
  const demo = isEmpty ? await createDemo(dependencies) : await readDemoFile(settings.dataDir)
  if (demo === undefined) return undefined
  const products = demo.products.map(async ({ id, kind }) => {
    const product = id as ProductId
    return { id: product, kind, visitorKey: await control.store.visitorKeys.find(product) }
  })
  await generateDemoTraffic(engine, {
    products: await Promise.all(products),
    now: Date.parse(demo.created_at),
  })
  await fillSearchDays({ engine, store: control.store, clock: dependencies.clock, products: demo.products })
  return demo
}

const DEMO_CREATED = { operation: 'demo', summary: 'Fill the empty database with the demo.', changes: [] }

/** The file is written before the transaction commits: after a crash in between, the next start creates the demo again. */
async function createDemo(dependencies: DemoDependencies): Promise<DemoFile> {
  const { settings, control, byOperator = false } = dependencies
  return control.store.transaction(async (tx) => {
    const demo = await createDemoControlData(tx.store, dependencies)
    if (byOperator) await recordOperatorChange(tx, dependencies, DEMO_CREATED)
    await writeDemoFile(settings.dataDir, demo)
    return demo
  })
}
