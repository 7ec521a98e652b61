import { join } from 'node:path'
import { DAY_MS } from '@footfall/core-domain'
import { EVENTS } from '@footfall/warehouse'
import type { EngineProcess } from '../harness/engine-process.ts'
import { milliseconds } from '../harness/samples.ts'
import { scaleDataSql } from './scale-data.ts'

const SHARD_PRODUCT = 'prd_shards'
const FIRST_DAY_MS = Date.parse('2026-08-22T00:00:00Z')
export const SHARD_DAYS = 90

/** A question over rows of one product, as the service asks it. */
interface Question {
  readonly name: string
  readonly by?: string
  readonly aggregates: Readonly<Record<string, { readonly of: string; readonly what: string }>>
}

const VISITORS = { of: 'uniqExact', what: 'visitor' }
export const QUESTIONS: readonly Question[] = [
  {
    name: 'five headline metrics',
    aggregates: {
      visitors: VISITORS,
      visits: { of: 'sum', what: 'visit_starts' },
      pageviews: { of: 'sum', what: "kind = 'pageview'" },
      unbounced: { of: 'sum', what: 'unbounce' },
      gaps: { of: 'sum', what: 'gap_ms' },
    },
  },
  { name: 'top pages', by: 'path', aggregates: { visitors: VISITORS } },
  { name: 'top countries', by: 'country', aggregates: { visitors: VISITORS } },
]

/** Fills one of several shards with its rows of the same events, by the key of the `Distributed` table. */
export async function fillShard(engine: EngineProcess, events: number, shard: number, shards: number): Promise<void> {
  const key = EVENTS.shardBy.replaceAll('product_id', `'${SHARD_PRODUCT}'`)
  const data = { product: SHARD_PRODUCT, events, firstDayMs: FIRST_DAY_MS, days: SHARD_DAYS }
  for (const statement of scaleDataSql(data)) {
    const part = shards === 1 ? '' : ` WHERE ${key} % ${shards} = ${shard}`
    await engine.ask({ kind: 'run', statement: `${statement}${part}` })
  }
  // Merges left over from inserts would be part of the processor time.
  for (const table of ['events', 'events_15m', 'event_days'])
    await engine.ask({ kind: 'run', statement: `OPTIMIZE TABLE ${table} FINAL` })
}

/** The answer of one node that has all rows. */
export async function askOne(engine: EngineProcess, { by, aggregates }: Question) {
  const columns = Object.entries(aggregates).map(([name, { of, what }]) => `${of}(${what}) AS ${name}`)
  return engine.ask({ kind: 'rows', statement: `SELECT ${keyed(by)}${columns.join(', ')} FROM events ${whole(by)}` })
}

export interface ShardedAnswer {
  readonly rows: readonly unknown[]
  readonly shardMs: readonly number[]
  readonly mergeMs: number
  /** Bytes of states that went from the shards to the node that merges them. */
  readonly bytes: number
  readonly wallMs: number
}

/**
 * What a `Distributed` table does: each shard makes states of its rows, and one node merges them. The states go through files, since
 * engines in processes do not listen to each other. Rejects if one shard does not answer.
 */
export async function askShards(
  shards: readonly EngineProcess[],
  initiator: EngineProcess,
  directory: string,
  { by, aggregates }: Question,
): Promise<ShardedAnswer> {
  const round = `${Date.now()}-${Math.random().toString(36).slice(2)}`
  const states = Object.entries(aggregates).map(([name, { of, what }]) => `${of}State(${what}) AS ${name}`)
  const merged = Object.entries(aggregates).map(([name, { of }]) => `${of}Merge(${name}) AS ${name}`)
  const group = by === undefined ? '' : `GROUP BY ${by}`
  const answer = { rows: [] as readonly unknown[], shardMs: [] as readonly number[], mergeMs: 0, bytes: 0 }
  const wallMs = await milliseconds(async () => {
    const answers = await Promise.all(
      shards.map((shard, i) =>
        shard.ask({
          kind: 'run',
          statement: `INSERT INTO FUNCTION file('${join(directory, `${round}-${i}.native`)}', 'Native') SELECT ${keyed(by)}${states.join(', ')} FROM events WHERE product_id = '${SHARD_PRODUCT}' ${group}`,
        }),
      ),
    )
    answer.shardMs = answers.map(({ processorMs }) => processorMs)
    const files = `file('${join(directory, `${round}-*.native`)}', 'Native')`
    const [size] = (
      await initiator.ask({
        kind: 'rows',
        statement: `SELECT sum(_size) AS bytes FROM (SELECT DISTINCT _path, _size FROM ${files})`,
      })
    ).rows
    const together = await initiator.ask({
      kind: 'rows',
      statement: `SELECT ${keyed(by)}${merged.join(', ')} FROM ${files} ${group} ${order(by)}`,
    })
    answer.rows = together.rows
    answer.mergeMs = together.processorMs
    answer.bytes = bytesOf(size)
  })
  return { ...answer, wallMs }
}

function bytesOf(row: unknown): number {
  return typeof row === 'object' && row !== null && 'bytes' in row ? Number(row.bytes) : 0
}

const keyed = (by: string | undefined) => (by === undefined ? '' : `${by}, `)
const order = (by: string | undefined) => (by === undefined ? '' : `ORDER BY visitors DESC, ${by} LIMIT 50`)
const whole = (by: string | undefined) =>
  `WHERE product_id = '${SHARD_PRODUCT}' ${by === undefined ? '' : `GROUP BY ${by}`} ${order(by)}`

/** The lines of rows of a few days, with the product renamed so that they are other rows. */
export function linesOfEvents(rows: number, product: string): string {
  const columns = `formatRowNoNewline('TSV', * REPLACE ('${product}' AS product_id))`
  return `SELECT ${columns} AS line FROM (SELECT * FROM events WHERE ts < fromUnixTimestamp64Milli(toInt64(${FIRST_DAY_MS + SHARD_DAYS * DAY_MS}), 'UTC') ORDER BY ts DESC LIMIT ${rows})`
}
