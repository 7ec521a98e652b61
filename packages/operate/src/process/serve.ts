import { misspelledVariables, type Settings } from '@footfall/config'
import { RELEASE_VERSION } from '@footfall/core-domain'
import { type Logger, pino } from 'pino'
import { endOnSignals } from './end-on-signals.ts'
import type { ServiceDependencies } from './run-service.ts'

/** Starts the service of a process with a log, and stops it on signals. Returns when the service listens. */
export async function serve<Service extends { readonly port: number; stop(): Promise<void> }>(
  environment: Readonly<Record<string, string | undefined>>,
  settings: Settings,
  dependencies: Pick<ServiceDependencies, 'clock' | 'random' | 'newRequestId'>,
  start: (dependencies: ServiceDependencies<Logger>) => Promise<Service>,
): Promise<Service> {
  const log = jsonLog(settings)
  for (const { variable, meant } of misspelledVariables(environment))
    log.warn({ variable, meant }, `${variable} is not a setting and is ignored; did you mean ${meant}?`)
  const service = await endOnSignals(log, (stopping) => start({ ...dependencies, log, stopping }))
  log.info({ version: RELEASE_VERSION, port: service.port, base_url: settings.baseUrl }, 'listening')
  return service
}

/** JSON lines on standard output, with secrets redacted. */
function jsonLog({ logLevel }: Settings): Logger {
  return pino({
    level: logLevel,
    base: null,
    redact: ['*.authorization', '*.cookie', '*.secret', '*.password', '*.token'],
  })
}
