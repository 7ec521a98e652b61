import type { Engine } from '../engine/engine.ts'
import { TABLES } from './tables.ts'

/** Makes what is missing; safe to run at every start. */
export async function createSchema(engine: Engine): Promise<void> {
  for (const statement of TABLES) await engine.run(statement)
}

/** The tables and views that `createSchema` would make; changes nothing. */
export async function missingTables(engine: Engine): Promise<readonly string[]> {
  const found = await engine.rows<{ name: string }>('SELECT name FROM system.tables WHERE database = currentDatabase()')
  const there = new Set(found.map(({ name }) => name))
  return TABLES.flatMap((statement) => CREATED.exec(statement)?.[1] ?? []).filter((name) => !there.has(name))
}

const CREATED = /^CREATE (?:TABLE|MATERIALIZED VIEW) IF NOT EXISTS (\w+)/
