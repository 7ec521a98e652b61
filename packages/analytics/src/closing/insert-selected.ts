import { type Engine, type Sql, unrepeatedInsertSettings } from '@footfall/warehouse'

/** Without it a shard groups by keys other than those that `grouping` was given, and rejects the statement. */
const KEYS_AS_WRITTEN = 'optimize_injective_functions_in_group_by = 0'

/** Inserts what a statement selects. It is stored when the call returns. */
export async function insertSelected(engine: Engine, table: string, columns: Sql, rows: Sql): Promise<void> {
  const settings = [...unrepeatedInsertSettings(engine.cluster), KEYS_AS_WRITTEN].join(', ')
  await engine.run(`INSERT INTO ${table} (${columns.text}) SETTINGS ${settings} ${rows.text}`)
}
