import { randomBytes, randomUUID } from 'node:crypto'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { parseSettings } from '@footfall/config'
import { RELEASE_VERSION } from '@footfall/core-domain'
import { endProcess, serve } from '@footfall/operate'
import { startService } from './service.ts'
import { welcome } from './welcome.ts'

const USAGE = `footfall-server   serves Footfall. Settings are environment variables: PORT, HOST, BASE_URL, DATA_DIR, DATABASE_URL,
                  CLICKHOUSE_URL, DEMO and more. --env-file FILE reads them from a file. SIGTERM ends it. --version prints
                  the version.
`

/** Prints why the service cannot start, in one line on standard error. */
function failToStart(error: unknown): never {
  process.stderr.write(`footfall: ${error instanceof Error ? error.message : String(error)}\n`)
  endProcess(1)
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: 'boolean' }, version: { type: 'boolean' } } })
  if (values.help === true) return void process.stdout.write(USAGE)
  if (values.version === true) return void process.stdout.write(`${RELEASE_VERSION}\n`)
  const settings = parseSettings(process.env)
  const dependencies = {
    clock: { now: () => Date.now() },
    random: { bytes: (count: number) => randomBytes(count) },
    newRequestId: randomUUID,
  }
  const service = await serve(process.env, settings, dependencies, (given) => startService(settings, given))
  if (process.env.FOOTFALL_WELCOME === '1') process.stdout.write(welcome(settings, service.demo))
}

await main().catch(failToStart)
