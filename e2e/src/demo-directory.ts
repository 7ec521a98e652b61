import { execFile } from 'node:child_process'
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { FOOTFALL } from './footfall-command.ts'
import { startServer, type TemporaryDirectory, temporaryDirectory, until } from './server-process.ts'

/** What tests read of `DATA_DIR/demo.json`. */
export interface Demo {
  readonly email: string
  readonly password: string
  readonly account_token: string
  readonly created_at: string
  readonly products: readonly { readonly id: string; readonly name: string }[]
  readonly ingest: {
    readonly product: string
    readonly keys: { readonly api: string; readonly payment: string; readonly crawler_intake: string }
  }
}

/** A data directory of an embedded service that holds the demo, a copy of one that is made once per test run. */
export async function demoDirectory(): Promise<TemporaryDirectory> {
  const folder = inject('demoFolder')
  const made = join(folder, 'made')
  const lock = join(folder, 'lock')
  await until(
    'the demo of this test run',
    async () => {
      if (await exists(made)) return true
      if (!(await createdFolder(lock))) return false
      try {
        if (!(await exists(made))) await makeDemo(folder, made)
        return true
      } finally {
        await rm(lock, { recursive: true })
      }
    },
    // Another worker may be making it. The time limit of the test bounds the wait.
    Number.POSITIVE_INFINITY,
  )
  const directory = await temporaryDirectory()
  // The engine links its tables with relative links, which must stay relative.
  await cp(made, directory.path, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  return directory
}

async function makeDemo(folder: string, made: string): Promise<void> {
  const draft = join(folder, 'draft')
  await rm(draft, { recursive: true, force: true })
  const server = await startServer({ dataDir: draft, env: { DEMO: '1', DEMO_TRAFFIC: '0' } })
  await server.end()
  // Otherwise each copy would do this in the background, while its tests run.
  const env = { PATH: process.env.PATH, DATA_DIR: draft }
  await promisify(execFile)(process.execPath, [FOOTFALL, 'rollups', 'rebuild'], { env })
  await rename(draft, made)
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Whether this call made the folder; false where it was there. */
async function createdFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
