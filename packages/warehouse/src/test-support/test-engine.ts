import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEngine } from '../engine/clickhouse.ts'
import type { Engine } from '../engine/engine.ts'
import { LIMITS } from '../engine/limits.ts'
import { createSchema } from '../schema/create-schema.ts'

/** Tests share the machine, so that a report may take longer than it would take a user. */
const REPORT_SECONDS = 60

/** The real engine in a directory of its own, with the schema. One per test file: a process holds one directory. */
export async function openTestEngine(): Promise<Engine & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'footfall-engine-'))
  const limits = { report: { ...LIMITS.report, maxExecutionSeconds: REPORT_SECONDS } }
  const engine = await openEngine({ embedded: { path } }, { limits })
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
