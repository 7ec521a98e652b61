import { TEST_CLUSTER } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../engine/engine.ts'
import { sql, text } from '../sql/literal.ts'
import { eventRow, onThisNode, openTestCluster, type TestCluster } from '../test-support/index.ts'
import { createSchema, ensureTable, migrationStatements, missingTables, schemaStatements } from './create-schema.ts'
import { deleteRows, dropStaged, PRODUCT_TABLES } from './delete-rows.ts'
import { createTable, type Place } from './statements.ts'
import { IMPORT_STAGING, TABLES } from './tables.ts'

const place: Place = { cluster: TEST_CLUSTER, database: 'default', isEmbedded: false }
let opened: TestCluster
let engine: Engine
let cluster: Engine
let seen: string[]
beforeAll(async () => {
  opened = await openTestCluster()
  ;({ engine, cluster, seen } = opened)
  await ensureTable(cluster, IMPORT_STAGING)
})
afterAll(() => opened.close())

const formatted = async (statement: string) => {
  const [row] = await engine.rows<{ text: string }>(sql`SELECT formatQuery(${text(statement)}) AS text`.text)
  return row?.text ?? ''
}

describe('the schema on a cluster', () => {
  it('writes every statement of a cluster’s schema with ON CLUSTER, in a form that the engine accepts', async () => {
    const statements = [
      ...schemaStatements(place),
      ...createTable(IMPORT_STAGING, place, 'x'),
      ...migrationStatements(place, 0),
    ]
    expect(statements.length).toBeGreaterThan(2 * TABLES.length)
    for (const statement of statements) expect(await formatted(statement)).toContain(` ON CLUSTER ${TEST_CLUSTER}`)
  })

  it('keeps rows in replicated tables under one path for all replicas of a shard, and a Distributed table in front', async () => {
    const tables = [...TABLES, IMPORT_STAGING]
    const all = tables.map((table) => createTable(table, { ...place, database: 'replicated' }, 'x'))
    await engine.run('CREATE DATABASE replicated')
    for (const statement of all.flat()) {
      await engine.run(
        onThisNode(statement)
          .replace('IF NOT EXISTS ', 'IF NOT EXISTS replicated.')
          .replace(/ AS (\w+_local)/, ' AS replicated.$1'),
      )
    }
    const replicas = await engine.rows<{ name: string; path: string }>(
      "SELECT table AS name, replica_path AS path FROM system.replicas WHERE database = 'replicated' ORDER BY name",
    )
    expect(replicas).toEqual(
      tables
        .map(({ name }) => `${name}_local`)
        .sort()
        .map((name) => ({ name, path: `/clickhouse/tables/01/replicated/${name}/replicas/r1` })),
    )
    const inFront = await engine.rows<{ name: string }>(
      "SELECT name FROM system.tables WHERE database = 'replicated' AND engine = 'Distributed' ORDER BY name",
    )
    expect(inFront.map(({ name }) => name)).toEqual(tables.map(({ name }) => String(name)).sort())
  })

  it('creates a cluster’s schema once, and adds what is missing on a node', async () => {
    seen.length = 0
    await createSchema(cluster)
    expect(seen).toEqual([])
    await engine.run('DROP TABLE proxied_events_local')
    expect(await missingTables(cluster)).toEqual(['proxied_events_local'])
    await createSchema(cluster)
    expect(await missingTables(cluster)).toEqual([])
  })

  it('adds the column of a new dimension to the rows’ table and to the Distributed table in front', async () => {
    for (const table of ['events', 'events_local']) await engine.run(`ALTER TABLE ${table} DROP COLUMN title`)
    for (const { name } of TABLES) await engine.run(`ALTER TABLE ${name}_local MODIFY COMMENT 'footfall schema 2'`)
    await createSchema(cluster)
    const row = eventRow({ product_id: 'prd_titled', title: 'Prices' })
    await engine.insert('events', 'JSONEachRow', JSON.stringify(row), 'titled')
    const titles = await engine.rows("SELECT title FROM events WHERE product_id = 'prd_titled'")
    expect(titles).toEqual([{ title: 'Prices' }])
  })

  it('counts a block once, through the Distributed table, in the table and in its rollup, however often it arrives', async () => {
    const rows = Array.from({ length: 200 }, (_, i) =>
      JSON.stringify(eventRow({ product_id: 'prd_once', visitor: String(i + 1), visit: String(i + 1), gap_ms: 3 })),
    ).join('\n')
    for (let time = 0; time < 3; time++) await engine.insert('events', 'JSONEachRow', rows, 'the same block')
    const rollup = await engine.rows(
      "SELECT sum(pageviews) AS pageviews, sum(gap_ms) AS gap, uniqExactMerge(visitors) AS visitors FROM events_15m WHERE product_id = 'prd_once'",
    )
    expect(await engine.rows("SELECT count() AS n FROM events WHERE product_id = 'prd_once'")).toEqual([{ n: '200' }])
    expect(rollup).toEqual([{ pageviews: '200', gap: '600', visitors: '200' }])
  })

  it('puts all rows of a visit on one shard, and spreads visits and rows without a visit', async () => {
    const shard = (row: string) => `${TABLES[0]?.shardBy} % 7 AS shard FROM (SELECT 'prd' AS product_id, ${row})`
    const [visits] = await engine.rows<{ n: string; most: string }>(
      `SELECT count() AS n, max(of_visit) AS most FROM (
         SELECT visit, uniqExact(shard) AS of_visit FROM (SELECT visit, ${shard('number % 500 + 1 AS visit, toDateTime64(number, 3) AS ts FROM numbers(5000)')})
         GROUP BY visit)`,
    )
    expect(visits).toEqual({ n: '500', most: '1' })
    for (const visit of ['number + 1', 'toUInt64(0)']) {
      const [spread] = await engine.rows<{ least: string }>(
        `SELECT min(n) AS least FROM (SELECT count() AS n FROM (SELECT ${shard(`${visit} AS visit, toDateTime64(number, 3) AS ts FROM numbers(7000)`)}) GROUP BY shard)`,
      )
      expect(Number(spread?.least)).toBeGreaterThan(800)
    }
  })

  it('deletes rows on every node of the cluster', async () => {
    await engine.insert('events', 'JSONEachRow', JSON.stringify(eventRow({ product_id: 'prd_gone' })), 'gone')
    seen.length = 0
    for (const table of PRODUCT_TABLES) await deleteRows(cluster, table, sql`product_id = 'prd_gone'`)
    await dropStaged(cluster, 'a'.repeat(32))
    expect(seen).toHaveLength(PRODUCT_TABLES.length + 1)
    for (const statement of seen) expect(await formatted(statement)).toMatch(/_local ON CLUSTER test_cluster\s/)
    expect(await engine.rows("SELECT count() AS n FROM events WHERE product_id = 'prd_gone'")).toEqual([{ n: '0' }])
  })
})
