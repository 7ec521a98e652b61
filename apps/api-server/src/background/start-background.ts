import { answerResetRequests, invitationLinks, passwordResetLinks } from '@footfall/accounts'
import type { Settings } from '@footfall/config'
import {
  type Analytics,
  type Clock,
  type Collector,
  HOUR_MS,
  idFactory,
  type Keyring,
  MINUTE_MS,
  outagesOf,
  type ProductId,
  type RandomSource,
} from '@footfall/core-domain'
import type { CrawlerListsFile, GeoFile, NetworksFile } from '@footfall/ingest'
import {
  type DemoFile,
  deliverMail,
  deliverMessages,
  enqueueReports,
  idleHeap,
  mailSender,
  messageSenders,
  type Rollups,
  type Telemetry,
  type Uploads,
  type VisitorData,
} from '@footfall/operate'
import { evaluateDueAlerts, expireApprovals, sendExpiryNotices } from '@footfall/operations'
import { providerSealer, type SearchConsoleGrants } from '@footfall/search-console'
import type { ControlData } from '@footfall/storage'
import { type Engine, moveVisits, releaseMemory } from '@footfall/warehouse'
import type { Logger } from 'pino'
import { recurringClosing } from './closing-days.ts'
import { demoTasks } from './demo.ts'
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
const ALERTS_EVERY_MS = 15_000
const REPORTS_EVERY_MS = 5_000
const APPROVALS_EVERY_MS = 60_000
/** A notice of a day is at most a minute late. */
const EXPIRY_NOTICES_EVERY_MS = MINUTE_MS
const PRODUCT_PURGES_EVERY_MS = 5_000
const ERASURES_EVERY_MS = 5_000
const GEO_DATABASE_EVERY_MS = 30_000
const CRAWLER_LISTS_EVERY_MS = 30_000
const IMPORTS_EVERY_MS = 1_000
/** A class counts within a minute of the event that decides it. */
const MOVED_VISITS_EVERY_MS = 15_000

interface Dependencies {
  readonly settings: Settings
  readonly control: ControlData
  readonly engine: Engine
  readonly key: Keyring
  readonly clock: Clock
  readonly random: RandomSource
  readonly log: Logger
  /** Present where the service is a client of Google. */
  readonly grants: SearchConsoleGrants | undefined
  readonly usage: { flush(): Promise<void> }
  /** Called for each product whose rows changed. */
  readonly bump: (product: ProductId) => void
  /** Present where the demo is. */
  readonly demo: DemoFile | undefined
  readonly collector: Collector
  readonly geo: Pick<GeoFile, 'reload'>
  readonly networks: Pick<NetworksFile, 'reload'>
  readonly crawlerLists: Pick<CrawlerListsFile, 'reload'>
  readonly rollups: Rollups
  readonly analytics: Pick<Analytics, 'forCaller'>
  readonly telemetry: Telemetry
  readonly visitors: VisitorData
  readonly uploads: Pick<Uploads, 'continueAll'>
}

/** Starts the recurring tasks. Every replica has them; a task that must not run twice takes a lock in the control database. */
export function startBackground(dependencies: Dependencies): { stop(): Promise<void> } {
  const { settings, control, engine, key, clock, random, log, grants, usage, bump, rollups } = dependencies
  const { analytics, telemetry, visitors, geo, networks, crawlerLists, uploads } = dependencies
  const stopping = new AbortController()
  const { store } = control
  const linkDependencies = { store, clock, key, baseUrl: settings.baseUrl }
  const links = { invitation: invitationLinks(linkDependencies), passwordReset: passwordResetLinks(linkDependencies) }
  const send = mailSender(settings, log, links)
  const senders = messageSenders({ settings, key, clock, random })
  const reporting = { store, analytics, clock, ids: idFactory(random), baseUrl: settings.baseUrl, log }
  const outages = outagesOf(log, clock)
  const alertFailed = (alert: string, err: unknown) => {
    if (!outages.failed(err, { alert })) log.warn({ err, alert }, 'an alert could not be evaluated; it will be retried')
  }
  const exclusively = async (job: string, work: () => Promise<void>) => {
    await control.exclusively(job, work)
  }
  const every = (name: string, ms: number, task: () => Promise<void>) => recurring(name, ms, task, { log, clock })
  const releaseHeap = idleHeap()
  const tasks = [
    every('Releasing memory', RELEASE_MEMORY_EVERY_MS, async () => {
      await releaseMemory(engine)
      await releaseHeap()
    }),
    every('Recording last uses', USAGE_EVERY_MS, () => usage.flush()),
    every('Retention', RETENTION_EVERY_MS, () =>
      exclusively('retention', () => applyRetention(store, engine, clock, bump)),
    ),
    every('Reading the geo database', GEO_DATABASE_EVERY_MS, () => geo.reload()),
    every('Reading the database of networks', GEO_DATABASE_EVERY_MS, () => networks.reload()),
    every('Classes of visits', MOVED_VISITS_EVERY_MS, () =>
      exclusively('classes of visits', async () => {
        const ownerOf = async (product: ProductId) => (await store.products.findOwned(product))?.owner
        for (const product of await moveVisits(engine, clock, ownerOf)) bump(product)
      }),
    ),
    every('Reading the addresses of crawlers', CRAWLER_LISTS_EVERY_MS, () => crawlerLists.reload()),
    recurringClosing(rollups, { log, clock }, exclusively),
    every('Purging', PURGE_EVERY_MS, () => exclusively('purge', () => purge(control, clock))),
    every('Purging deleted products', PRODUCT_PURGES_EVERY_MS, () => purgeProducts(store, engine, clock, log)),
    every('Erasing visitors', ERASURES_EVERY_MS, () => visitors.eraseDue()),
    every('Imports', IMPORTS_EVERY_MS, () => uploads.continueAll(stopping.signal)),
    every('Password resets', MAIL_EVERY_MS, () => answerResetRequests({ store, clock, random })),
    every('Mail', MAIL_EVERY_MS, () => deliverMail(store, send, clock, log)),
    every('Reports', REPORTS_EVERY_MS, () => enqueueReports(reporting)),
    every('Approvals', APPROVALS_EVERY_MS, async () => {
      await expireApprovals({ store, clock })
    }),
    every('Notices of ending credentials', EXPIRY_NOTICES_EVERY_MS, () =>
      exclusively('expiry notices', () => sendExpiryNotices({ store, clock, random })),
    ),
    every('Alerts', ALERTS_EVERY_MS, async () => {
      await evaluateDueAlerts({ ...reporting, onFailure: alertFailed })
    }),
    every('Deliveries', MAIL_EVERY_MS, () =>
      deliverMessages({ store, senders, clock, log, attempted: telemetry.attempted }),
    ),
    recurringSearchConsoleSync(
      settings.google,
      { store, engine, clock, sealer: providerSealer({ key, random }), grants, bump },
      log,
      exclusively,
    ),
    ...demoTasks(dependencies, every),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(tasks.map((task) => task.stop()))
    },
  }
}
