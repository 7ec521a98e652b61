import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which the first test that needs the demo creates it for the whole run. */
    demoFolder: string
    /** The folder in which the first test that needs a migrated SQLite database creates the one that all others copy. */
    sqliteFolder: string
  }
}

/** Provides folders for the whole run and removes them at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-run-'))
  for (const name of ['demoFolder', 'sqliteFolder'] as const) {
    await mkdir(join(folder, name))
    project.provide(name, join(folder, name))
  }
  return () => rm(folder, { recursive: true, force: true })
}
