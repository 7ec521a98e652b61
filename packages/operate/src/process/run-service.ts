import { openAnalyticsEngine, openControlData, type Settings } from '@footfall/config'
import type { Clock, Logger, RandomSource } from '@footfall/core-domain'
import { openTelemetry } from '../telemetry/open-telemetry.ts'
import type { TelemetryOptions } from '../telemetry/telemetry.ts'
import { watchedControlData, watchedEngine } from '../telemetry/watched-stores.ts'

/** What a service gets from its process. */
export interface ServiceDependencies<Log extends Logger = Logger> {
  readonly clock: Clock
  readonly random: RandomSource
  readonly log: Log
  newRequestId(): string
}

/** Has a step run when the service stops; the last one given runs first. */
export type OnStop = (step: () => Promise<unknown>) => void

/** Opens a service. Whatever fails on the way closes what was opened; what cannot be closed is logged. */
export async function runService<Opened>(
  log: Logger,
  open: (onStop: OnStop) => Promise<Opened>,
): Promise<Opened & { stop(): Promise<void> }> {
  const steps: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const step of steps.splice(0).reverse())
      await step().catch((error: unknown) => log.error({ err: error }, 'closing failed'))
  }
  try {
    return { ...(await open((step) => steps.push(step))), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Telemetry, and the stores it watches: opened, migrated, and closed when the service stops. */
export async function openWatchedStores(
  settings: Settings,
  { clock, random, log }: ServiceDependencies,
  telemetryOptions: Omit<TelemetryOptions, 'log'>,
  onStop: OnStop,
) {
  const telemetry = await openTelemetry(settings, { ...telemetryOptions, log })
  onStop(() => telemetry.stop())
  const opened = await openControlData(settings, {
    clock,
    random,
    onConnectionError: (error) => log.warn({ err: error }, 'a database connection was lost and will be replaced'),
  })
  const control = watchedControlData(opened, telemetry.watch)
  onStop(() => control.store.close())
  const engine = watchedEngine(await openAnalyticsEngine(settings, log), telemetry.watch)
  onStop(() => engine.close())
  return { telemetry, control, engine }
}
