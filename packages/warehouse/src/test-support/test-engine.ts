import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEngine } from '../engine/clickhouse.ts'
import type { Engine } from '../engine/engine.ts'
import { LIMITS } from '../engine/limits.ts'
import { createSchema } from '../schema/create-schema.ts'

export interface TestEngineOptions {
  /** For reports that take longer on a machine that tests share than they take a user. */
  readonly reportSeconds?: number
}

/** The real engine in a separate directory, with the schema. One per test file: a process holds one directory. */
export async function openTestEngine({
  reportSeconds = LIMITS.report.maxExecutionSeconds,
}: TestEngineOptions = {}): Promise<Engine & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'footfall-engine-'))
  const limits = { report: { ...LIMITS.report, maxExecutionSeconds: reportSeconds } }
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
