import { HOUR_SECONDS } from '@footfall/core-domain'
import { unrepeatedInsertSettings } from '../engine/clickhouse.ts'
import type { Engine } from '../engine/engine.ts'
import { allOf, not } from '../sql/conditions.ts'
import { dateTime, integer, joinSql, type Sql, sql, text } from '../sql/literal.ts'
import { deleteRows } from './delete-rows.ts'
import { ROLLUP_VIEWS, type View } from './tables.ts'

export interface QuartersToRebuild {
  readonly product: string
  /** The starts of the quarters, in epoch seconds. */
  readonly quarters: readonly number[]
  /** Rows of `events` that are no longer counted. */
  readonly leftOut: Sql
}

const MAX_TRIES = 5
const QUARTERS_AT_ONCE = 2_000
/** The maximum length of a visit, whose rows count in the quarter in which it began. */
const VISIT_SECONDS_MAX = 48 * HOUR_SECONDS

/**
 * Computes quarters of an hour of the rollup anew, without some rows of `events`. A row that comes in between may be
 * counted twice or not at all, so the result is compared with the rows and computed again until it is right. A process
 * that dies in between leaves quarters out; the same call makes them complete.
 */
export async function rebuildQuarters(
  engine: Engine,
  { product, quarters, leftOut }: QuartersToRebuild,
): Promise<void> {
  for (let i = 0; i < quarters.length; i += QUARTERS_AT_ONCE) {
    const part = { product, quarters: quarters.slice(i, i + QUARTERS_AT_ONCE), leftOut }
    for (let tries = 1; ; tries++) {
      await rebuild(engine, part)
      if (await isRight(engine, part)) break
      if (tries === MAX_TRIES) throw new Error('Events kept coming while quarters of an hour were computed anew.')
    }
  }
}

async function rebuild(engine: Engine, part: QuartersToRebuild): Promise<void> {
  await deleteRows(engine, 'events_15m', ofQuarters(part))
  const settings = unrepeatedInsertSettings(engine.cluster).join(', ')
  for (const view of ROLLUP_VIEWS) {
    const columns = await columnsOf(engine, view, part)
    await engine.run(`INSERT INTO events_15m (${columns}) SETTINGS ${settings} ${selected(view, part)}`, {
      purpose: 'maintenance',
    })
  }
}

/** The names of what a view selects, which are those of the columns that it fills. */
async function columnsOf(engine: Engine, view: View, part: QuartersToRebuild): Promise<string> {
  const described = await engine.rows<{ name: string }>(`DESCRIBE (${selected(view, part)})`, {
    purpose: 'maintenance',
  })
  return described.map(({ name }) => name).join(', ')
}

function selected({ select, rest }: View, part: QuartersToRebuild): string {
  return `SELECT * FROM (${select}
FROM (SELECT * FROM events WHERE ${rowsAround(part).text}) AS e
${rest}) WHERE ${sql`toUnixTimestamp(t) IN (${seconds(part)})`.text}`
}

const SUMS = ['pageviews', 'customs', 'visits', 'unbounced', 'gap_ms'] as const

async function isRight(engine: Engine, part: QuartersToRebuild): Promise<boolean> {
  const sums = SUMS.map((name) => `sum(${name}) AS ${name}`).join(', ')
  const read = (from: string) =>
    engine.rows<Readonly<Record<string, string>>>(
      `SELECT toUnixTimestamp(t) AS quarter, class, ${sums}, uniqExactMerge(visitors_state) AS people FROM (${from})
GROUP BY quarter, class HAVING pageviews + customs + visits + unbounced + gap_ms + people > 0 ORDER BY quarter, class`,
      { purpose: 'maintenance' },
    )
  const [kept, counted] = await Promise.all([
    read(`SELECT t, class, pageviews, customs, visits, unbounced, gap_ms, visitors AS visitors_state FROM events_15m
WHERE ${ofQuarters(part).text}`),
    read(joinedViews(part)),
  ])
  return JSON.stringify(kept) === JSON.stringify(counted)
}

/** What the views make of the rows, with the columns of the rollup. */
function joinedViews(part: QuartersToRebuild): string {
  const [events, visits] = ROLLUP_VIEWS
  if (events === undefined || visits === undefined) throw new TypeError('the rollup has two views')
  const none = "arrayReduce('uniqExactState', emptyArrayUInt64())"
  return `SELECT t, class, pageviews, customs, visits, toUInt64(0) AS unbounced, toUInt64(0) AS gap_ms, visitors AS visitors_state
FROM (${selected(events, part)})
UNION ALL
SELECT t, class, toUInt64(0), toUInt64(0), toUInt64(0), toUInt64(unbounced), toUInt64(gap_ms), ${none} FROM (${selected(visits, part)})`
}

function ofQuarters({ product, ...part }: QuartersToRebuild): Sql {
  return sql`product_id = ${text(product)} AND toUnixTimestamp(t) IN (${seconds(part)})`
}

function seconds({ quarters }: Pick<QuartersToRebuild, 'quarters'>): Sql {
  return joinSql(quarters.map(integer), ', ')
}

/** Rows that may count in the quarters: of visits that began in them as well. */
function rowsAround({ product, quarters, leftOut }: QuartersToRebuild): Sql {
  const first = dateTime(Math.min(...quarters) * 1000)
  const end = dateTime((Math.max(...quarters) + 900 + VISIT_SECONDS_MAX) * 1000)
  return allOf([sql`product_id = ${text(product)} AND ts >= ${first} AND ts < ${end}`, not(leftOut)])
}
