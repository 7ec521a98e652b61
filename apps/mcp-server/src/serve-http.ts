import { randomBytes, randomUUID } from 'node:crypto'
import { parseSettings } from '@footfall/config'
import { RELEASE_VERSION } from '@footfall/core-domain'
import { endOnSignals, serviceLog, warnOfUnknownVariables } from '@footfall/operate'
import { assertShared, startMcpService } from './service.ts'

/** Serves until a signal asks to stop. */
export async function serveHttp(environment: NodeJS.ProcessEnv): Promise<void> {
  const settings = parseSettings(environment)
  assertShared(settings)
  const log = serviceLog(settings)
  warnOfUnknownVariables(environment, log)
  const service = await endOnSignals(log, (stopping) =>
    startMcpService(settings, {
      clock: { now: () => Date.now() },
      random: { bytes: (count) => randomBytes(count) },
      newRequestId: randomUUID,
      log,
      stopping,
    }),
  )
  log.info({ version: RELEASE_VERSION, port: service.port, base_url: settings.baseUrl }, 'listening')
}
