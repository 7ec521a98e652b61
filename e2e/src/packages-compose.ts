import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { createAccount } from '@footfall/accounts'
import { createAnalytics, memoryVersions } from '@footfall/analytics'
import { openAnalyticsEngine, openControlData, operationServices, parseSettings } from '@footfall/config'
import { type ProductId, timestamp, UTC } from '@footfall/core-domain'
import { openGeo, openIngest } from '@footfall/ingest'
import { createUsageRecorder, issueRootToken } from '@footfall/operations'

/**
 * What a host brings to the adapters, composed only from the packages: `packages.test.ts` copies this file into a
 * project outside the workspace and runs it there, so it imports nothing but packages.
 */
export async function compose() {
  const settings = parseSettings(process.env)
  const clock = { now: () => Date.now() }
  const random = { bytes: (count: number) => randomBytes(count) }
  const control = await openControlData(settings, { clock, random, onConnectionError: () => {} })
  const engine = await openAnalyticsEngine(settings)
  const versions = memoryVersions()
  const log = { error: () => {}, warn: () => {}, info: () => {} }
  const { collector } = await openIngest({
    engine,
    directory: settings.ingestLog.directory,
    logBytesMax: settings.ingestLog.bytesMax,
    profiles: control.trackingProfiles,
    salts: control.salts,
    ledger: control.payments,
    geo: await openGeo(settings.geoDatabase),
    clock,
    random,
    logger: log,
    bump: (product) => versions.bump(product as ProductId),
  })
  const analytics = createAnalytics({ engine, clock, versions })
  const key = random.bytes(32)
  const services = {
    ...operationServices({ settings, control, key, analytics, clock, random }),
    collector,
    usage: createUsageRecorder(control.lastUses, clock),
    rateLimiter: control.rateLimiter,
    rateLimits: settings.rateLimits,
    requestStateKey: key,
    log,
  }

  const { account } = await createAccount(
    { store: control.store, clock, random },
    { email: 'ada@example.com', name: 'Ada' },
  )
  const product = { id: services.ids.product(), name: 'Shop', timezone: UTC, created_at: timestamp(clock.now()) }
  const owner = { member: services.ids.member(), account: account.id }
  const { secret } = await control.store.transaction(async ({ store }) => {
    await store.products.insert(product, owner)
    return issueRootToken(
      account.id,
      { name: 'consumer', scopes: ['products:read', 'settings:write', 'diagnostics:read'], products: { mode: 'all' } },
      { ...services, store },
    )
  })
  return { services, token: secret.reveal(), product: product.id }
}
