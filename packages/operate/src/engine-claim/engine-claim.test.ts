import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseSettings, type Settings } from '@footfall/config'
import { type ControlData, openStore } from '@footfall/storage'
import { type FreshDatabase, freshDatabase, seededRandom } from '@footfall/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { adoptEngine, claimEngine, engineClaimProblem } from './engine-claim.ts'

const dependencies = { clock: { now: () => Date.parse('2026-11-20T12:00:00Z') }, random: seededRandom('engine') }

describe('the engine of a PostgreSQL database', () => {
  let database: FreshDatabase
  let control: ControlData
  let directory: string
  beforeEach(async () => {
    database = await freshDatabase('postgres')
    control = openStore(database.config, dependencies)
    await control.migrate()
    directory = await mkdtemp(join(tmpdir(), 'footfall-claim-'))
  })
  afterEach(async () => {
    await control.store.close()
    await database.drop()
    await rm(directory, { recursive: true, force: true })
  })

  function settings(folder: string, more: Readonly<Record<string, string>> = {}): Settings {
    if (!('postgres' in database.config)) throw new Error('not PostgreSQL')
    return parseSettings({ DATABASE_URL: database.config.postgres.url, DATA_DIR: join(directory, folder), ...more })
  }
  const onServer = (folder: string) =>
    settings(folder, { CLICKHOUSE_URL: 'http://me:secret@clickhouse.example:8123/db' })
  /** Undefined if the service may start. */
  const rejection = async (of: Settings) =>
    claimEngine(of, control, dependencies).then(
      () => undefined,
      (error: Error) => error.message,
    )

  it('the engine of the first service holds the claim, and another data directory is rejected with instructions', async () => {
    expect(await engineClaimProblem(settings('first'), control)).toBeUndefined()
    expect(await rejection(settings('first'))).toBeUndefined()
    expect(await rejection(settings('first'))).toBeUndefined()
    const message = await rejection(settings('second'))
    expect(message).toMatch(
      /^DATABASE_URL cannot be used: its statistics are in the embedded engine in \S+first on \S+, since 2026-11-20, and this service would keep separate statistics in the embedded engine in \S+second on \S+\. Set CLICKHOUSE_URL on all services .* run: footfall engine adopt$/,
    )
    expect(await engineClaimProblem(settings('second'), control)).toMatchObject({
      fix: expect.stringContaining('adopt'),
    })
  })

  it('one engine gets the claim if several services start at once', async () => {
    const rejections = await Promise.all(['a', 'b', 'c'].map((folder) => rejection(settings(folder))))
    expect(rejections.filter((message) => message === undefined)).toHaveLength(1)
  })

  it('an embedded engine is rejected if a ClickHouse server holds the claim', async () => {
    expect(await rejection(onServer('a'))).toBeUndefined()
    expect(await rejection(onServer('b'))).toBeUndefined()
    const message = await rejection(settings('c'))
    expect(message).toContain('its statistics are in the ClickHouse server clickhouse.example:8123')
    expect(message).toContain('Set CLICKHOUSE_URL as the other services have it.')
    expect(message).not.toContain('secret')
  })

  it('a ClickHouse server is rejected if an embedded engine holds the claim', async () => {
    await rejection(settings('first'))
    expect(await rejection(onServer('first'))).toContain('Unset CLICKHOUSE_URL')
  })

  it('an engine that the operator adopts gets the claim, with an audit entry', async () => {
    await rejection(settings('first'))
    const { before, adopted } = await adoptEngine(settings('second'), control, dependencies)
    expect([before?.place, adopted.place]).toEqual([
      expect.stringContaining('first'),
      expect.stringContaining('second'),
    ])
    expect(await rejection(settings('second'))).toBeUndefined()
    expect(await rejection(settings('first'))).toContain('engine adopt')
    const [entry] = await control.store.audit.list({ limit: 10 })
    expect(entry).toMatchObject({ operation: 'engine adopt', summary: expect.stringContaining('second') })
  })

  it('an engine with a SQLite database needs no claim', async () => {
    expect(await rejection(parseSettings({ DATA_DIR: join(directory, 'sqlite') }))).toBeUndefined()
    expect(await control.engineClaims.find()).toBeUndefined()
  })
})
