import { randomBytes, randomUUID } from 'node:crypto'
import process from 'node:process'
import { parseSettings } from '@footfall/runtime'
import { pino } from 'pino'
import { assertShared, startMcpService } from './service.ts'

const STOP_DEADLINE_MS = 10_000

/** Serves until a signal asks to stop. */
export async function serveHttp(environment: NodeJS.ProcessEnv): Promise<void> {
  const settings = parseSettings(environment)
  assertShared(settings)
  const log = pino({
    level: settings.logLevel,
    base: null,
    redact: ['*.authorization', '*.cookie', '*.secret', '*.password', '*.token'],
  })
  const service = await startMcpService(settings, {
    clock: { now: () => Date.now() },
    random: { bytes: (count) => randomBytes(count) },
    newRequestId: randomUUID,
    log,
  })
  log.info({ port: service.port, base_url: settings.baseUrl }, 'listening')

  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS - 500).unref()
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
