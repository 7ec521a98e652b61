import { answerResetRequests, invitationLinks, passwordResetLinks } from '@footfall/accounts'
import type { Settings } from '@footfall/config'
import { type Clock, HOUR_MS, MINUTE_MS, type ProductId, type RandomSource } from '@footfall/core-domain'
import { deliverMail, mailSender } from '@footfall/operate'
import type { SearchConsoleGrants } from '@footfall/search-console'
import type { ControlData } from '@footfall/storage'
import { type Engine, releaseMemory } from '@footfall/warehouse'
import { providerSealer } from '@footfall/web'
import type { Logger } from 'pino'
import { purgeProducts } from './product-purges.ts'
import { purge } from './purge.ts'
import { recurring } from './recurring.ts'
import { applyRetention } from './retention.ts'
import { recurringSearchConsoleSync } from './search-console.ts'

const USAGE_EVERY_MS = 10_000
const RETENTION_EVERY_MS = 6 * HOUR_MS
const RELEASE_MEMORY_EVERY_MS = MINUTE_MS
const PURGE_EVERY_MS = 10 * MINUTE_MS
const MAIL_EVERY_MS = 2_000
const PRODUCT_PURGES_EVERY_MS = 5_000

interface Parts {
  readonly settings: Settings
  readonly control: ControlData
  readonly engine: Engine
  readonly key: Uint8Array
  readonly clock: Clock
  readonly random: RandomSource
  readonly log: Logger
  /** Where Google made this service a client. */
  readonly grants: SearchConsoleGrants | undefined
  readonly usage: { flush(): Promise<void> }
  /** Told of every product whose rows changed. */
  readonly bump: (product: ProductId) => void
}

/** Everything that goes on without being asked for. Several replicas do so; what one must not do beside another, one does. */
export function startBackground(parts: Parts): { stop(): Promise<void> } {
  const { settings, control, engine, key, clock, random, log, grants, usage, bump } = parts
  const { store } = control
  const linking = { store, clock, key, baseUrl: settings.baseUrl }
  const links = { invitation: invitationLinks(linking), passwordReset: passwordResetLinks(linking) }
  const send = mailSender(settings, log, links)
  const once = async (job: string, work: () => Promise<void>) => {
    await control.exclusively(job, work)
  }
  const every = (name: string, ms: number, task: () => Promise<void>) => recurring(name, ms, task, log)
  const tasks = [
    every('Releasing memory', RELEASE_MEMORY_EVERY_MS, () => releaseMemory(engine)),
    every('Recording last uses', USAGE_EVERY_MS, () => usage.flush()),
    every('Retention', RETENTION_EVERY_MS, () => once('retention', () => applyRetention(store, engine, clock, bump))),
    every('Purging', PURGE_EVERY_MS, () => once('purge', () => purge(control, clock))),
    every('Purging deleted products', PRODUCT_PURGES_EVERY_MS, () => purgeProducts(store, engine, clock, log)),
    every('Password resets', MAIL_EVERY_MS, () => answerResetRequests({ store, clock, random })),
    every('Mail', MAIL_EVERY_MS, () => deliverMail(store, send, clock, log)),
    recurringSearchConsoleSync(
      settings.google,
      { store, engine, clock, sealer: providerSealer({ key, random }), grants, bump },
      log,
      once,
    ),
  ]
  return {
    async stop() {
      await Promise.all(tasks.map((task) => task.stop()))
    },
  }
}
