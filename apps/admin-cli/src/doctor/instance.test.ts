import { join } from 'node:path'
import { pid } from 'node:process'
import { authenticatorSealer } from '@footfall/accounts'
import { parseSettings, sessionKeys } from '@footfall/config'
import { RELEASE_VERSION, timestamp } from '@footfall/core-domain'
import { processRoutes, serveOperator } from '@footfall/operate'
import { openStore } from '@footfall/storage'
import { afterEach, describe, expect, it } from 'vitest'
import { commandLine, testDependencies } from '../test-support/command-line.ts'
import type { Check, Finding } from './finding.ts'

const SECRET = 'a-secret-of-more-than-thirty-two-characters'

describe('the instance that footfall doctor examines', () => {
  const { dataDir, footfall, json } = commandLine()
  const cleanups: (() => unknown)[] = []
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })

  const one = async (check: Check, env: Record<string, string> = {}): Promise<Finding> => {
    const { findings } = await json('doctor', { env: { PORT: '1', ...env } })
    const found = findings.filter((finding: Finding) => finding.check === check)
    expect(found).toHaveLength(1)
    return found[0]
  }

  it('names the instance that it examines by its directory, stores and address, without a password', async () => {
    expect(await one('instance')).toMatchObject({
      state: 'ok',
      found: `${dataDir()}, SQLite, embedded ClickHouse, http://localhost:1; no process of this directory answers`,
    })
    const env = {
      DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/stats',
      CLICKHOUSE_URL: 'http://me:hunter2@127.0.0.1:1/events',
      SESSION_SECRET: SECRET,
      BASE_URL: 'https://stats.example.com',
    }
    expect((await one('instance', env)).found).toContain(
      'PostgreSQL at 127.0.0.1:1/stats, ClickHouse at 127.0.0.1:1/events, https://stats.example.com',
    )
  })

  it('names the process of the instance, its version, and an address that differs', async () => {
    const close = await serveOperator(dataDir(), processRoutes({ baseUrl: 'http://localhost:1' }), console)
    cleanups.push(close)
    const process = `process ${pid}, version ${RELEASE_VERSION}`
    expect(await one('instance')).toMatchObject({ state: 'ok', found: expect.stringContaining(process) })
    expect(await one('instance', { BASE_URL: 'https://other.example' })).toMatchObject({
      state: 'warning',
      found: expect.stringContaining(`${process}, started with BASE_URL http://localhost:1`),
    })
  })

  it('reports secrets that SESSION_SECRET does not decrypt, and those that still need the previous one', async () => {
    const env = { SESSION_SECRET: 'x'.repeat(32) }
    await footfall('account create --email ada@example.com --name Ada', { env })
    await addAuthenticator(env)
    expect((await one('session_secret', env)).state).toBe('ok')
    const next = { SESSION_SECRET: 'y'.repeat(32) }
    expect(await one('session_secret', next)).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('it does not decrypt 1 × authenticator app'),
      fix: expect.stringContaining('SESSION_SECRET_PREVIOUS'),
    })
    expect(await one('session_secret', { ...next, SESSION_SECRET_PREVIOUS: env.SESSION_SECRET })).toMatchObject({
      state: 'warning',
      fix: 'Start the service, which encrypts them again.',
    })
  })

  /** An authenticator app of the only account, encrypted under this environment. */
  async function addAuthenticator(environment: Record<string, string>): Promise<void> {
    const { clock, random } = testDependencies({})
    const settings = parseSettings({ DATA_DIR: dataDir(), ...environment })
    const key = await sessionKeys(settings, random)
    const control = openStore({ sqlite: { path: join(dataDir(), 'footfall.sqlite') } }, { clock, random })
    const account = (await control.store.accounts.list())[0]?.id
    if (account === undefined) throw new Error('There is no account.')
    const sealed_secret = authenticatorSealer({ key, random }).seal('ABC', account)
    const app = { account, sealed_secret, last_step: 0, created_at: timestamp(clock.now()) }
    await control.store.transaction((tx) => tx.store.secondFactors.insertAuthenticator(app))
    await control.store.close()
  }
})
