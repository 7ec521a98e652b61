import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
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

/**
 * The engine of a suite, opened before its tests and closed after them. Call it at the top of a file or inside `describe`; what it
 * returns works inside hooks and tests.
 */
export function testEngine(): Engine {
  let running: Engine | undefined
  beforeAll(async () => {
    running = await openTestEngine()
  })
  afterAll(() => running?.close())
  const current = () => {
    if (running === undefined) throw new Error('The engine exists only while hooks and tests run.')
    return running
  }
  return {
    get kind() {
      return current().kind
    },
    get cluster() {
      return current().cluster
    },
    rows: (...given) => current().rows(...given),
    run: (...given) => current().run(...given),
    runOnFiles: (...given) => current().runOnFiles(...given),
    insert: (...given) => current().insert(...given),
    version: () => current().version(),
    ping: () => current().ping(),
    close: () => current().close(),
  }
}
