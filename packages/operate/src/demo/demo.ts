import type { Settings } from '@footfall/config'
import type { AuditEntry, Clock, ProductId, RandomSource } from '@footfall/core-domain'
import type { ControlData } from '@footfall/storage'
import type { Engine } from '@footfall/warehouse'
import { createDemoControlData } from './demo-control-data.ts'
import { type DemoFile, readDemoFile, writeDemoFile } from './demo-file.ts'
import { generateDemoTraffic } from './traffic/generate.ts'

interface DemoDependencies {
  readonly settings: Settings
  readonly control: ControlData
  readonly engine: Engine
  readonly clock: Clock
  readonly random: RandomSource
  /** Audit entry, written when the demo is created. */
  readonly entry?: AuditEntry
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
  await generateDemoTraffic(engine, {
    products: demo.products.map(({ id, kind }) => ({ id: id as ProductId, kind })),
    now: Date.parse(demo.created_at),
  })
  return demo
}

/** The file is written before the transaction commits: after a crash in between, the next start creates the demo again. */
async function createDemo(dependencies: DemoDependencies): Promise<DemoFile> {
  const { settings, control, entry } = dependencies
  return control.store.transaction(async ({ store }) => {
    const demo = await createDemoControlData(store, dependencies)
    if (entry !== undefined) await store.audit.append(entry)
    await writeDemoFile(settings.dataDir, demo)
    return demo
  })
}
