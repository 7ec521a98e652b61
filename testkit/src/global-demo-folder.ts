import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which the first test that needs the demo creates it for the whole run. */
    demoFolder: string
  }
}

/** Provides one folder for the whole run and removes it at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-demo-'))
  project.provide('demoFolder', folder)
  return () => rm(folder, { recursive: true, force: true })
}
