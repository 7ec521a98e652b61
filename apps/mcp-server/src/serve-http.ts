import { randomBytes, randomUUID } from 'node:crypto'
import { parseSettings } from '@footfall/config'
import { serve } from '@footfall/operate'
import { assertShared, startMcpService } from './service.ts'

/** Serves until a signal asks to stop. */
export async function serveHttp(environment: NodeJS.ProcessEnv): Promise<void> {
  const settings = parseSettings(environment)
  assertShared(settings)
  const dependencies = {
    clock: { now: () => Date.now() },
    random: { bytes: (count: number) => randomBytes(count) },
    newRequestId: randomUUID,
  }
  await serve(environment, settings, dependencies, (given) => startMcpService(settings, given))
}
