import type { Engine } from '../engine/engine.ts'
import { TABLES } from './tables.ts'

/** Makes what is missing; safe to run at every start. */
export async function createSchema(engine: Engine): Promise<void> {
  for (const statement of TABLES) await engine.run(statement)
}
