import type { Engine } from '../engine/engine.ts'
import { identifier } from '../sql/literal.ts'

/** Where the files of frozen tables are in the directory of an embedded engine. */
export const FROZEN_FOLDER = 'shadow/footfall'

/**
 * Keeps the rows of every table as they are now: the engine links their files into `FROZEN_FOLDER`, where no merge and no
 * deletion reaches them. The folder must be missing. Only for an embedded engine.
 */
export async function freezeTables(engine: Engine): Promise<void> {
  const tables = await engine.rows<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' ORDER BY name",
    { purpose: 'maintenance' },
  )
  for (const { name } of tables)
    await engine.run(`ALTER TABLE ${identifier(name).text} FREEZE WITH NAME 'footfall'`, { purpose: 'maintenance' })
}
