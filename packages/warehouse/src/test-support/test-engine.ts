import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEngine } from '../engine/clickhouse.ts'
import type { Engine } from '../engine/engine.ts'
import { createSchema } from '../schema/create-schema.ts'

/** The real engine in a separate directory, with the schema. One per test file: a process holds one directory. */
export async function openTestEngine(): Promise<Engine & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'footfall-engine-'))
  const engine = await openEngine({ embedded: { path } })
  await createSchema(engine)
  return {
    ...engine,
    path,
    async close() {
      await engine.close()
      await rm(path, { recursive: true, force: true })
    },
  }
}
