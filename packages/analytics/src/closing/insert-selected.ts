import { type Engine, type Sql, unrepeatedInsertSettings } from '@footfall/warehouse'

/** Inserts what a statement selects. It is stored when the call returns. */
export async function insertSelected(engine: Engine, table: string, columns: Sql, rows: Sql): Promise<void> {
  const settings = unrepeatedInsertSettings(engine.cluster).join(', ')
  await engine.run(`INSERT INTO ${table} (${columns.text}) SETTINGS ${settings} ${rows.text}`)
}
