import { DAY_MS, type ProductId } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { insertSettings, type Sql, sql, text } from '@footfall/warehouse'
import { eventRows } from './events.ts'
import { PAGE_REPORT_NAMES } from './page-reports.ts'
import { type DemoKind, LAUNCH_DAYS_AGO } from './plan.ts'
import { crawlerRows, PROXIED_COLUMNS, proxiedRows, rejectedRows } from './side-traffic.ts'
import { type DemoSite, demoSite, peopleOfDay } from './site.ts'
import type { TrafficPlan } from './traffic.ts'

export interface DemoTrafficOptions {
  readonly products: readonly {
    readonly id: ProductId
    readonly kind: DemoKind
    /** Under which its visitors are identified; without one they are anonymous. */
    readonly visitorKey?: Uint8Array | undefined
  }[]
  /** No event is later; in epoch milliseconds. */
  readonly now: number
  readonly days?: number
  readonly seed?: string
}

/** Additional visitors of the launch, from its day on. */
const LAUNCH_PEOPLE = [5200, 2900, 1300, 700, 420, 260, 160, 90, 50, 30]

const EVENT_COLUMNS = sql`product_id, ts, kind, name, visitor, identified, visit, visit_start, visit_starts, pv_seq, unbounce, gap_ms, hostname, path, entry_path, referrer, country, channel, source, utm_source, utm_medium, utm_campaign, utm_content, utm_term, region, city, language, device, browser, browser_version, os, os_version, screen_size, engaged_ms, scroll, revenue, currency, props, title, tracker, evidence, ${PAGE_REPORT_NAMES}`

/**
 * Generates traffic for products inside the engine. The same seed and instant give the same rows. A product that has
 * events is skipped, so repeating it is safe.
 */
export async function generateDemoTraffic(engine: Engine, options: DemoTrafficOptions): Promise<void> {
  for (const { id, kind, visitorKey } of options.products) {
    if (kind === 'silent') continue
    const plan = { ...trafficPlan(id, kind, options), visitorKey }
    const fill = (table: string, columns: Sql, rows: Sql) =>
      engine.run(
        insertOnce(
          table,
          columns,
          rows,
          insertSettings(`demo:${plan.seed}:${plan.nowMs}:${id}:${table}`, engine.cluster),
        ),
      )
    if (!(await hasRows(engine, sql`events`, id))) {
      await fill(
        'crawler_hits',
        sql`product_id, ts, crawler, purpose, hostname, path, status, seen_by, verified`,
        crawlerRows(plan),
      )
      await fill('rejected_events', sql`product_id, hour, reason, count, last_at`, rejectedRows(plan))
      // Events are inserted last, because the condition looks for them.
      await fill('events', EVENT_COLUMNS, sql`SELECT ${EVENT_COLUMNS} FROM (${eventRows(plan)})`)
    }
    // Counts the events that are there, so they come first.
    if (!(await hasRows(engine, sql`proxied_events`, id)))
      await fill('proxied_events', PROXIED_COLUMNS, proxiedRows(id))
  }
}

async function hasRows(engine: Engine, table: Sql, product: ProductId): Promise<boolean> {
  const found = await engine.rows<{ found: number }>(
    sql`SELECT 1 AS found FROM ${table} WHERE product_id = ${text(product)} LIMIT 1`.text,
  )
  return found.length > 0
}

function insertOnce(table: string, columns: Sql, rows: Sql, settings: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.text}) SETTINGS ${settings.join(', ')} ${rows.text}`
}

function trafficPlan(
  product: ProductId,
  kind: DemoSite['kind'],
  { now, days = 90, seed = 'footfall' }: DemoTrafficOptions,
): TrafficPlan {
  const firstDayMs = Math.floor(now / DAY_MS) * DAY_MS - days * DAY_MS
  return {
    ...demoSite(kind),
    product,
    seed,
    firstDayMs,
    nowMs: now,
    people: Array.from({ length: days + 1 }, (_, day) => ({
      usual: peopleOfDay(kind, firstDayMs + day * DAY_MS, day / days),
      launch: kind === 'website' ? (LAUNCH_PEOPLE[day - (days - LAUNCH_DAYS_AGO)] ?? 0) : 0,
    })),
  }
}
