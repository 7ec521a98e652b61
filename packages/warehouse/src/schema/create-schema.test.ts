import { type ClickHouseHttp, startClickHouseHttp } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEngine } from '../engine/clickhouse.ts'
import type { Engine } from '../engine/engine.ts'
import { eventRow } from '../test-support/index.ts'
import { createSchema, missingTables, SCHEMA_VERSION, schemaStatements } from './create-schema.ts'

const place = { cluster: undefined, database: 'default' }
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

/** What the first version made: no comments, LZ4 for most columns, a short memory for tokens. */
async function makeFirstVersion(engine: Engine): Promise<void> {
  for (const statement of schemaStatements(place)) {
    const packed = / events \(/.test(statement) ? / CODEC\((ZSTD\(\d\)|T64, LZ4)\)/g : / CODEC\(none\)/g
    await engine.run(
      statement
        .replace(/\nCOMMENT '[^']*'/, '')
        .replace(packed, '')
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
    await engine.run('DROP TABLE events_15m_mv SYNC')
    await engine.run('DROP TABLE events_15m_visits_mv SYNC')

    await makeFirstVersion(engine)
    expect(await described(engine)).not.toEqual(made)
    await engine.insert('events', 'JSONEachRow', JSON.stringify(eventRow({ path: '/kept' })), 'before')
    // Both see the old version; what one has done the other does again.
    await Promise.all(engines.map(createSchema))
    expect(await described(engine)).toEqual(made)
    expect(await engine.rows('SELECT path, pv_seq FROM events')).toEqual([{ path: '/kept', pv_seq: 1 }])
    await engine.insert('events', 'JSONEachRow', JSON.stringify(eventRow({ path: '/kept' })), 'before')
    expect(await engine.rows('SELECT sum(pageviews) AS n FROM events_15m')).toEqual([{ n: '1' }])
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
})
