import { join } from 'node:path'
import { createAnalytics, openEventExport } from '@footfall/analytics'
import { issuerHosts, oauthAccessTokens, oauthIdentity, operationServices } from '@footfall/config'
import type { Analytics } from '@footfall/core-domain'
import type { ActiveAccounts } from '@footfall/ingest'
import { createUsageRecorder } from '@footfall/operations'
import { signInAndAuthorization } from '@footfall/web'
import type { Collecting } from './collecting.ts'
import { googleClient } from './google-client.ts'
import type { ServiceContext } from './stores.ts'

export type Reporting = Awaited<ReturnType<typeof openReporting>>

/** How questions about collected events are answered. */
export async function openReporting({ settings, engine, clock, random }: ServiceContext, collecting: Collecting) {
  const { ingest, versions, crawlerLists, active } = collecting
  const analytics = createAnalytics({
    engine,
    clock,
    versions,
    ingestStatus: () => ingest.status(),
    crawlerListsStatus: () => crawlerLists.status(),
    reportsPerPerson: settings.reportsPerAccount,
  })
  const exports = await openEventExport({ engine, clock, random, directory: join(settings.dataDir, 'exports') })
  return { analytics: noticed(analytics, active), exports }
}

/** The same reports; those of an account count as its use of the service. */
function noticed(analytics: Analytics, active: ActiveAccounts): Analytics {
  return {
    ...analytics,
    forCaller(caller) {
      active.seen(caller.share.account)
      return analytics.forCaller(caller)
    },
  }
}

export type People = ReturnType<typeof openPeople>

/** Sign-in and authorization, and the operations that signed-in people and applications call. */
export function openPeople(context: ServiceContext, { analytics }: Reporting) {
  const { settings, control, key, clock, random, log, telemetry, onStop } = context
  const usage = createUsageRecorder(control.lastUses, clock)
  onStop(() => usage.flush())
  const oauth = oauthAccessTokens({ settings, control, clock })
  const pages = signInAndAuthorization({
    identity: oauthIdentity(settings),
    settings,
    control,
    key,
    clock,
    random,
    log,
    fetch: globalThis.fetch,
    issuerHosts: issuerHosts(settings),
    credentials: { oauth, usage },
  })
  const operations = operationServices({
    settings,
    control,
    key,
    analytics,
    clock,
    random,
    oauth,
    sessions: pages.signIn.sessions,
    telemetry,
  })
  const google = settings.google && googleClient(settings.google, { baseUrl: settings.baseUrl, key, clock, random })
  return { pages, oauth, operations, usage, google }
}
