import {
  CollectedEvent,
  defaultSettings,
  idFactory,
  type ProductId,
  type RandomSource,
  type RequestOrigin,
  TimeZone,
  timestamp,
} from '@footfall/core-domain'
import { openGeo, openIngest } from '@footfall/ingest'
import type { ControlData } from '@footfall/storage'
import type { Engine } from '@footfall/warehouse'
import type { EvalClock } from './clock.ts'
import { clinicVisits, type PlantedVisit, shopVisits } from './planted-visits.ts'

interface PlantDependencies {
  readonly control: ControlData
  readonly engine: Engine
  readonly clock: EvalClock
  readonly random: RandomSource
  readonly directory: string
}

const SHOP = 'Harbour Cycles'
const CLINIC = 'Quiet Clinic'
/** Below it the clinic shows no number. */
const CLINIC_THRESHOLD = 10
const OWNER = 'demo@example.com'
const CREATED = Date.parse('2026-09-30T12:00:00Z')
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'
const STOP_MS = 5_000
const NEVER_MS = 1_000_000_000

/** Adds two products whose traffic is known, collected by the collector itself. */
export async function plantProducts(dependencies: PlantDependencies): Promise<{ shop: ProductId; clinic: ProductId }> {
  const shop = await createProduct(dependencies, SHOP, 'harbour-cycles.example', 0)
  const clinic = await createProduct(dependencies, CLINIC, 'quiet-clinic.example', CLINIC_THRESHOLD)
  const { engine, control, clock, random } = dependencies
  const now = clock.now()
  const ingest = await openIngest({
    engine,
    directory: dependencies.directory,
    profiles: control.trackingProfiles,
    salts: control.salts,
    ledger: control.payments,
    geo: await openGeo(),
    clock,
    random,
    // Its regular checks compare instants, and would take a jump of this clock for a disk that hangs.
    intervalMs: NEVER_MS,
    logger: { info: () => {}, warn: () => {}, error: () => {} },
  })
  const send = (product: ProductId, { person, events }: PlantedVisit) =>
    events.map(async (event) => {
      const outcome = await ingest.collector.event(CollectedEvent.parse({ product, ...event }), originOf(person))
      if (!outcome.accepted) throw new Error(`A planted event was rejected: ${outcome.reason}.`)
    })
  const visits = [
    ...shopVisits().map((visit) => ({ product: shop, visit })),
    ...clinicVisits().map((visit) => ({ product: clinic, visit })),
  ]
  for (const [at, group] of byInstant(visits)) {
    clock.set(at)
    await Promise.all(group.flatMap(({ product, visit }) => send(product, visit)))
  }
  await ingest.flush()
  await ingest.stop(STOP_MS)
  clock.set(now)
  return { shop, clinic }
}

function byInstant<T extends { readonly visit: PlantedVisit }>(visits: readonly T[]): readonly [number, T[]][] {
  const groups = Map.groupBy(visits, ({ visit }) => visit.at)
  return [...groups].sort(([a], [b]) => a - b)
}

const originOf = (person: number): RequestOrigin => ({
  address: `10.0.${person >> 8}.${person & 255}`,
  userAgent: USER_AGENT,
  language: 'en-GB',
  proxy: undefined,
})

async function createProduct(
  { control, random }: PlantDependencies,
  name: string,
  hostname: string,
  suppressionThreshold: number,
): Promise<ProductId> {
  const ids = idFactory(random)
  const id = ids.product()
  const at = timestamp(CREATED)
  await control.store.transaction(async ({ store }) => {
    const owner = (await store.accounts.list()).find(({ email }) => email === OWNER)
    if (owner === undefined) throw new Error('The demo has no owner.')
    const timezone = TimeZone.parse('UTC')
    await store.products.insert({ id, name, timezone, created_at: at }, { member: ids.member(), account: owner.id })
    await store.settings.put(id, 'domains', { domains: [{ hostname, primary: true }] }, at)
    const { preferences } = defaultSettings(timezone)
    await store.settings.put(id, 'preferences', { ...preferences, suppression_threshold: suppressionThreshold }, at)
  })
  return id
}
