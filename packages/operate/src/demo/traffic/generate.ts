import { DAY_MS, type ProductId } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { insertSettings, type Sql, sql, text } from '@footfall/warehouse'
import { DOCS_ACQUISITIONS, LAUNCH_ACQUISITIONS, WEBSITE_ACQUISITIONS } from './acquisition.ts'
import { WEEKDAYS } from './audience.ts'
import { eventRows } from './events.ts'
import { DOCS_JOURNEYS, DOCS_SLUGS, WEBSITE_JOURNEYS, WEBSITE_SLUGS } from './journeys.ts'
import { DEMO_PRODUCTS, type DemoKind, LAUNCH_DAYS_AGO } from './plan.ts'
import { crawlerRows, proxiedRows, rejectedRows } from './side-traffic.ts'
import type { TrafficPlan } from './traffic.ts'

export interface DemoTrafficOptions {
  readonly products: readonly { readonly id: ProductId; readonly kind: DemoKind }[]
  /** No event is later; in epoch milliseconds. */
  readonly now: number
  readonly days?: number
  readonly seed?: string
}

const TRACKER = '0.1.0'

/** Visitors per day at the start; at the end there are `GROWTH` times as many. */
const PEOPLE: Readonly<Record<Exclude<DemoKind, 'silent'>, number>> = { website: 620, docs: 260 }
const GROWTH = 1.7
/** Additional visitors of the launch, from its day on. */
const LAUNCH_PEOPLE = [5200, 2900, 1300, 700, 420, 260, 160, 90, 50, 30]

const EVENT_COLUMNS = sql`product_id, ts, kind, name, visitor, visit, visit_start, visit_starts, pv_seq, unbounce, gap_ms, hostname, path, entry_path, referrer, country, channel, source, utm_source, utm_medium, utm_campaign, utm_content, utm_term, region, city, language, device, browser, browser_version, os, os_version, screen_size, engaged_ms, scroll, revenue, currency, props, tracker`

/**
 * Generates traffic for products inside the engine. The same seed and instant give the same rows. A product that has
 * events is skipped, so repeating it is safe.
 */
export async function generateDemoTraffic(engine: Engine, options: DemoTrafficOptions): Promise<void> {
  for (const product of options.products) {
    if (product.kind === 'silent' || (await hasEvents(engine, product.id))) continue
    const plan = trafficPlan(product.id, product.kind, options)
    const fill = (table: string, columns: Sql, rows: Sql) =>
      engine.run(
        insertOnce(
          table,
          columns,
          rows,
          insertSettings(`demo:${plan.seed}:${plan.nowMs}:${product.id}:${table}`, engine.cluster),
        ),
      )
    // Events are inserted last, because `hasEvents` looks for them.
    await fill(
      'crawler_hits',
      sql`product_id, ts, crawler, purpose, hostname, path, status, seen_by`,
      crawlerRows(plan),
    )
    await fill('rejected_events', sql`product_id, hour, reason, count, last_at`, rejectedRows(plan))
    await fill('proxied_events', sql`product_id, hour, hostname, client_address, count, last_at`, proxiedRows(plan))
    await fill('events', EVENT_COLUMNS, sql`SELECT ${EVENT_COLUMNS} FROM (${eventRows(plan)})`)
  }
}

async function hasEvents(engine: Engine, product: ProductId): Promise<boolean> {
  const found = await engine.rows<{ found: number }>(
    sql`SELECT 1 AS found FROM events WHERE product_id = ${text(product)} LIMIT 1`.text,
  )
  return found.length > 0
}

function insertOnce(table: string, columns: Sql, rows: Sql, settings: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.text}) SETTINGS ${settings.join(', ')} ${rows.text}`
}

function trafficPlan(
  product: ProductId,
  kind: Exclude<DemoKind, 'silent'>,
  { now, days = 90, seed = 'footfall' }: DemoTrafficOptions,
): TrafficPlan {
  const firstDayMs = Math.floor(now / DAY_MS) * DAY_MS - days * DAY_MS
  const control = DEMO_PRODUCTS.find((candidate) => candidate.kind === kind)
  const hostnames = control?.domains.domains.map(({ hostname }) => hostname) ?? []
  const website = kind === 'website'
  return {
    product,
    seed,
    firstDayMs,
    nowMs: now,
    people: Array.from({ length: days + 1 }, (_, day) => ({
      usual: usualPeople(kind, firstDayMs + day * DAY_MS, day / days),
      launch: Math.round((LAUNCH_PEOPLE[day - (days - LAUNCH_DAYS_AGO)] ?? 0) * (website ? 1 : 0)),
    })),
    hostnames: [hostnames[0] ?? 'example.com', ...hostnames.slice(1)],
    acquisitions: website ? WEBSITE_ACQUISITIONS : DOCS_ACQUISITIONS,
    launchAcquisitions: website ? LAUNCH_ACQUISITIONS : [],
    journeys: website ? WEBSITE_JOURNEYS : DOCS_JOURNEYS,
    slugs: website ? WEBSITE_SLUGS : DOCS_SLUGS,
    currency: control?.preferences.currency ?? 'EUR',
    tracker: TRACKER,
  }
}

function usualPeople(kind: Exclude<DemoKind, 'silent'>, dayMs: number, progress: number): number {
  const weekday = (new Date(dayMs).getUTCDay() + 6) % 7
  return Math.round(PEOPLE[kind] * (1 + (GROWTH - 1) * progress) * (WEEKDAYS[weekday] ?? 1))
}
