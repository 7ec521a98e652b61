import { openAnalyticsEngine, openControlData, type Settings } from '@footfall/config'
import { type Clock, type Logger, outagesOf, type RandomSource } from '@footfall/core-domain'
import { claimEngine, requireEngineClaimable } from '../engine-claim/engine-claim.ts'
import { openingControlData, openingEngine } from '../explain/opening.ts'
import { openTelemetry } from '../telemetry/open-telemetry.ts'
import type { TelemetryOptions } from '../telemetry/telemetry.ts'
import { watchedControlData, watchedEngine } from '../telemetry/watched-stores.ts'
import { instanceFacts } from './instance.ts'

/** Dependencies that the process provides. */
export interface ServiceDependencies<Log extends Logger = Logger> {
  readonly clock: Clock
  readonly random: RandomSource
  readonly log: Log
  /** Aborted when the process has to stop. A service that is still opening then stops opening. */
  readonly stopping?: AbortSignal
  newRequestId(): string
}

/** Registers a step to run when the service stops; the last one registered runs first. */
export type OnStop = (step: () => Promise<unknown>) => void

/**
 * Opens a service. If opening fails, what was opened is closed again; failures to close are logged. `stopping` makes it
 * fail after the part that is being opened.
 */
export async function runService<Opened>(
  { log, stopping }: Pick<ServiceDependencies, 'log' | 'stopping'>,
  open: (onStop: OnStop) => Promise<Opened>,
): Promise<Opened & { stop(): Promise<void> }> {
  const steps: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const step of steps.splice(0).reverse())
      await step().catch((error: unknown) => log.error({ err: error }, 'closing failed'))
  }
  const onStop: OnStop = (step) => {
    steps.push(step)
    stopping?.throwIfAborted()
  }
  try {
    stopping?.throwIfAborted()
    return { ...(await open(onStop)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Opens telemetry and the stores that it observes, migrated, and closed when the service stops. Throws `CannotStart`. */
export async function openWatchedStores(
  settings: Settings,
  { clock, random, log }: ServiceDependencies,
  telemetryOptions: Omit<TelemetryOptions, 'log'>,
  onStop: OnStop,
) {
  const outages = outagesOf(log, clock)
  const telemetry = await openTelemetry(settings, { ...telemetryOptions, log })
  onStop(() => telemetry.stop())
  const opened = await openingControlData(settings, () =>
    openControlData(settings, {
      clock,
      random,
      log,
      onConnectionError({ name, message }) {
        const fields = { cause: { type: name, message } }
        outages.repeated('lost connection', fields, 'A database connection was lost and will be replaced.')
      },
    }),
  )
  const control = watchedControlData(opened, telemetry.watch)
  onStop(() => control.store.close())
  await requireEngineClaimable(settings, control)
  const engine = watchedEngine(await openingEngine(settings, () => openAnalyticsEngine(settings, log)), telemetry.watch)
  onStop(() => engine.close())
  // Only now: an engine that cannot be opened has no statistics.
  await claimEngine(settings, control, { clock, random })
  log.info(instanceFacts(settings), 'instance')
  return { telemetry, control, engine }
}
