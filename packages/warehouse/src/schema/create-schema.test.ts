import { DIMENSION_TABLE, DIMENSIONS } from '@footfall/core-domain'
import { type ClickHouseHttp, startClickHouseHttp } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEngine } from '../engine/clickhouse.ts'
import type { Engine } from '../engine/engine.ts'
import { eventRow } from '../test-support/index.ts'
import { createSchema, ensureTable, missingTables, SCHEMA_VERSION, schemaStatements } from './create-schema.ts'
import { IMPORT_STAGING, PAGE_REPORT_COLUMNS, TABLES } from './tables.ts'

const place = { cluster: undefined, database: 'default', isEmbedded: false }
let server: ClickHouseHttp
/** Two processes of the service. */
let engines: readonly [Engine, Engine]
beforeAll(async () => {
  server = await startClickHouseHttp()
  const open = () => openEngine({ remote: { url: server.url } })
  engines = [await open(), await open()]
})
afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.close()))
  await server.stop()
})

/** What the first version made: no comments, LZ4 for most columns, a short memory for tokens, no page titles, no reports of pages. */
async function makeFirstVersion(engine: Engine): Promise<void> {
  const statements = schemaStatements(place).filter((statement) => !statement.includes('identified_'))
  for (const statement of statements) {
    const packed = / events \(/.test(statement) ? / CODEC\((ZSTD\(\d\)|T64, LZ4)\)/g : / CODEC\(none\)/g
    await engine.run(
      statement
        .replace(/\nCOMMENT '[^']*'/, '')
        .replace(`,\n  ${PAGE_REPORT_COLUMNS.join(',\n  ')}`, '')
        .replace(packed, '')
        .replace('\n  title String,', '')
        .replace('\n  identified UInt8,', '')
        .replace(/(event_id UInt64),\n {2}evidence UInt16/, '$1')
        .replace(/\n {2}class UInt8( CODEC\([^)]*\)+)?,/, '')
        .replace('\nPRIMARY KEY (product_id, t)\nORDER BY (product_id, t, class)', '\nORDER BY (product_id, t)')
        .replace(/\n {2}toUInt8\(multiIf\(evidence.*/, '')
        .replace(', t, class', ', t')
        .replace(/,\n {2}event_id UInt64( CODEC\([^)]*\)+)?/, '')
        .replace(/,\n {2}import LowCardinality\(String\)( CODEC\([^)]*\)+)?/, '')
        .replace(/deduplication_window = \d+/, 'deduplication_window = 1000'),
    )
  }
}

async function described(engine: Engine) {
  const tables = await engine.rows<{ name: string; text: string }>(
    "SELECT name, create_table_query AS text FROM system.tables WHERE database = 'default' AND engine LIKE '%MergeTree' ORDER BY name",
  )
  return tables.map(({ name, text }) => [name, text])
}

describe('the schema', () => {
  it('creates the schema once when two processes start at the same time', async () => {
    await Promise.all(engines.map(createSchema))
    const [engine] = engines
    expect(await missingTables(engine)).toEqual([])
    const made = await described(engine)
    const statements: string[] = []
    await createSchema({ ...engine, run: async (statement) => void statements.push(statement) })
    expect(statements).toEqual([])
    for (const [name] of made) await engine.run(`DROP TABLE ${name} SYNC`)
    for (const view of ['events_15m_mv', 'events_15m_visits_mv', 'identified_days_mv', 'identified_visitors_mv'])
      await engine.run(`DROP TABLE ${view} SYNC`)

    await makeFirstVersion(engine)
    expect(await described(engine)).not.toEqual(made)
    const { title: _, identified: __, ...untitled } = eventRow({ path: '/kept' })
    await engine.insert('events', 'JSONEachRow', JSON.stringify(untitled), 'before')
    // Both see the old version; what one has done the other does again.
    await Promise.all(engines.map(createSchema))
    expect(await described(engine)).toEqual(made)
    expect(await engine.rows('SELECT path, pv_seq, title FROM events')).toEqual([
      { path: '/kept', pv_seq: 1, title: '' },
    ])
    await engine.insert('events', 'JSONEachRow', JSON.stringify(untitled), 'before')
    expect(await engine.rows('SELECT count() AS n FROM events')).toEqual([{ n: '1' }])
    await engine.insert('events', 'JSONEachRow', JSON.stringify(eventRow({ evidence: 257 })), 'after')
    expect(await engine.rows('SELECT class, sum(visits) AS n FROM events_15m WHERE class > 0 GROUP BY class')).toEqual([
      { class: 2, n: '1' },
    ])
  })

  it('lets a server choose which parts it merges', async () => {
    expect(JSON.stringify(await described(engines[0]))).not.toContain('merge_selector')
  })

  it('the schema has a column for every dimension that has one', async () => {
    const columns = await engines[0].rows<{ name: string }>(
      "SELECT name FROM system.columns WHERE database = 'default' AND table = 'events'",
    )
    const expected = DIMENSIONS.flatMap((dimension) => DIMENSION_TABLE[dimension].column?.name ?? [])
    expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(expected))
  })

  it('adds the column of a dimension that an older table lacks, and does nothing more at the next start', async () => {
    const [engine] = engines
    await engine.run('ALTER TABLE events DROP COLUMN title')
    for (const { name } of TABLES) await engine.run(`ALTER TABLE ${name} MODIFY COMMENT 'footfall schema 2'`)
    await createSchema(engine)
    await engine.insert('events', 'JSONEachRow', JSON.stringify(eventRow({ title: 'Prices' })), 'titled')
    expect(await engine.rows("SELECT title FROM events WHERE title != ''")).toEqual([{ title: 'Prices' }])
    const statements: string[] = []
    await createSchema({ ...engine, run: async (statement) => void statements.push(statement) })
    expect(statements).toEqual([])
  })

  it('adds the column of event ids to tables that version 5 made without it', async () => {
    const [engine] = engines
    await engine.run('ALTER TABLE events DROP COLUMN event_id')
    for (const { name } of TABLES) await engine.run(`ALTER TABLE ${name} MODIFY COMMENT 'footfall schema 5'`)
    await createSchema(engine)
    await engine.insert('events', 'JSONEachRow', JSON.stringify(eventRow({ event_id: '7' })), 'with an id')
    expect(await engine.rows('SELECT event_id FROM events WHERE event_id != 0')).toEqual([{ event_id: '7' }])
  })

  it('adds the columns that a table without a version lacks', async () => {
    const [engine] = engines
    await ensureTable(engine, IMPORT_STAGING)
    await engine.run('ALTER TABLE import_staging DROP COLUMN title')
    await ensureTable(engine, IMPORT_STAGING)
    expect(await engine.rows('SELECT title FROM import_staging')).toEqual([])
  })

  it('completes an interrupted migration at the next start, and changes nothing with an older version', async () => {
    const [engine] = engines
    await engine.run("ALTER TABLE events MODIFY COMMENT ''")
    let left = 1
    const dying: Engine = {
      ...engine,
      run: (statement) => (left-- > 0 ? engine.run(statement) : Promise.reject(new Error('killed'))),
    }
    await expect(createSchema(dying)).rejects.toThrow('killed')
    await createSchema(engine)
    const versions = () =>
      engine.rows<{ comment: string }>(
        "SELECT comment FROM system.tables WHERE database = 'default' AND name = 'events'",
      )
    expect(await versions()).toEqual([{ comment: `footfall schema ${SCHEMA_VERSION}` }])
    await engine.run("ALTER TABLE events MODIFY COMMENT 'footfall schema 99'")
    await createSchema(engine)
    expect(await versions()).toEqual([{ comment: 'footfall schema 99' }])
  })

  it('adds the verdict on hits of crawlers to tables that version 9 made without it, as unknown', async () => {
    const [engine] = engines
    await engine.run('ALTER TABLE crawler_hits DROP COLUMN verified')
    await engine.run("ALTER TABLE crawler_hits MODIFY COMMENT 'footfall schema 9'")
    const hit = { product_id: 'prd_1', ts: '2026-11-20 12:00:00', crawler: 'GPTBot', purpose: 'ai_training', path: '/' }
    const insert = (more: object, token: string) =>
      engine.insert(
        'crawler_hits',
        'JSONEachRow',
        JSON.stringify({ ...hit, status: 200, seen_by: 'intake', ...more }),
        token,
      )
    await insert({}, 'hit before')
    expect(await createSchema(engine)).toBe('upgraded')
    await insert({ verified: 'true' }, 'hit after')
    // As ingest logs of an earlier release have it.
    await insert({}, 'hit of an earlier log')
    expect(await engine.rows('SELECT verified, count() AS hits FROM crawler_hits GROUP BY verified')).toEqual([
      { verified: 'unknown', hits: '2' },
      { verified: 'true', hits: '1' },
    ])
  })
})
