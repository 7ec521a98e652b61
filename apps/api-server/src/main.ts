#!/usr/bin/env node
import { randomBytes, randomUUID } from 'node:crypto'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { parseSettings } from '@footfall/runtime'
import { pino } from 'pino'
import { startService } from './service.ts'
import { welcome } from './welcome.ts'

const STOP_DEADLINE_MS = 10_000

const USAGE = `footfall-server   serves Footfall. Settings are environment variables: PORT, HOST, BASE_URL, DATA_DIR, DATABASE_URL,
                  CLICKHOUSE_URL, DEMO and more. SIGTERM ends it.
`

/** What went wrong before there was a service, in one line on standard error. */
function refuseToStart(error: unknown): never {
  process.stderr.write(`footfall: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

async function main(): Promise<void> {
  if (parseArgs({ options: { help: { type: 'boolean' } } }).values.help === true) {
    process.stdout.write(USAGE)
    return
  }
  const settings = parseSettings(process.env)
  const log = pino({
    level: settings.logLevel,
    base: null,
    redact: ['*.authorization', '*.cookie', '*.secret', '*.password', '*.token'],
  })
  const service = await startService(settings, {
    clock: { now: () => Date.now() },
    random: { bytes: (count) => randomBytes(count) },
    newRequestId: randomUUID,
    log,
  })
  log.info({ port: service.port, base_url: settings.baseUrl }, 'listening')
  if (process.env.FOOTFALL_WELCOME === '1') process.stdout.write(welcome(settings, service.demo))

  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('the deadline for stopping has passed; what was accepted stays in the ingest log')
      process.exit(1)
    }, STOP_DEADLINE_MS - 500).unref()
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
}

await main().catch(refuseToStart)
