import { type FreshDatabase, freshDatabase } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandLine } from '../test-support/command-line.ts'

describe('footfall engine adopt', () => {
  const { footfall, json } = commandLine()
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase('postgres')
  })
  afterAll(() => database.drop())

  it('rejects a service without a database server by the name of the setting', async () => {
    const { code, err } = await footfall('engine adopt')
    expect(code).not.toBe(0)
    expect(err).toContain('DATABASE_URL is not set')
  })

  it('prints the engine that is now used and the place of the one before as JSON', async () => {
    const url = 'postgres' in database.config ? database.config.postgres.url : ''
    const env = { DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(48) }
    await json('migrate', { env })
    expect(await json('engine adopt', { env })).toEqual({
      engine_id: expect.any(String),
      place: expect.any(String),
      before: null,
    })
  })
})
