import { idFactory, TimeZone, timestamp } from '@footfall/core-domain'
import { openStore } from '@footfall/storage'
import {
  type ClickHouseHttp,
  type FreshDatabase,
  freshDatabase,
  seededRandom,
  settableClock,
  startClickHouseHttp,
} from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OAuthClient, registerClient } from './oauth-client.ts'
import { freePort, jsonOf, type ServerProcess, startServer, temporaryDirectory } from './server-process.ts'

const ROUNDS = 8
const SCOPE = 'analytics:read'
const PERSON = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' }

type Directory = Awaited<ReturnType<typeof temporaryDirectory>>

describe('two authorization servers on one PostgreSQL', () => {
  let database: FreshDatabase
  let clickhouse: ClickHouseHttp
  let directories: [Directory, Directory]
  let first: ServerProcess
  let second: ServerProcess
  let origin: string
  let client: OAuthClient
  let cookie: string
  let product: string

  beforeAll(async () => {
    ;[database, clickhouse] = await Promise.all([freshDatabase('postgres'), startClickHouseHttp()])
    directories = await Promise.all([temporaryDirectory(), temporaryDirectory()])
    const ports = [await freePort(), await freePort()] as const
    origin = `http://127.0.0.1:${ports[0]}`
    const env = {
      BASE_URL: origin,
      DATABASE_URL: 'postgres' in database.config ? database.config.postgres.url : '',
      CLICKHOUSE_URL: clickhouse.url,
      SESSION_SECRET: 's'.repeat(48),
      RATE_LIMIT_OAUTH: '0',
    }
    const start = (i: 0 | 1) => startServer({ dataDir: directories[i].path, env, port: ports[i] })
    ;[first, second] = await Promise.all([start(0), start(1)])
    cookie = await signUp()
    product = await ownProduct()
    client = await registerClient(origin, 'Racer')
  })
  afterAll(async () => {
    await client?.stop()
    await Promise.all([first?.end(), second?.end()])
    await Promise.all(directories?.map((directory) => directory.remove()) ?? [])
    await Promise.all([database?.drop(), clickhouse?.stop()])
  })

  const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) })
  const cookiesOf = (response: Response) => response.headers.getSetCookie().map((line) => line.split(';')[0])

  /** Both processes are asked at once, and one of them makes the first account. */
  async function signUp(): Promise<string> {
    const answers = await Promise.all(
      [first, second].map(({ url }, i) => post(`${url}/sign-up`, { ...PERSON, email: `${i}@example.com` }, { origin })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 403])
    return cookiesOf(answers.find(({ status }) => status === 303) ?? new Response())[0] ?? ''
  }

  async function ownProduct(): Promise<string> {
    const [clock, random] = [settableClock(), seededRandom()]
    const { store } = openStore(database.config, { clock, random })
    const [account] = await store.accounts.list()
    const ids = idFactory(random)
    const id = ids.product()
    if (account === undefined) throw new Error('Nobody signed up.')
    const product = { id, name: 'Shop', timezone: TimeZone.parse('UTC'), created_at: timestamp(clock.now()) }
    const owner = { member: ids.member(), account: account.id }
    await store.transaction((tx) => tx.store.products.insert(product, owner))
    await store.close()
    return id
  }

  /** What the person's browser would do, on whichever replica it gets. */
  async function allow(replica: ServerProcess) {
    const begun = await client.begin(SCOPE)
    const asked = await fetch(begun.url.replace(origin, replica.url), { headers: { cookie }, redirect: 'manual' })
    const field = (name: string, page: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? ''
    const page = await asked.text()
    const answered = await post(
      `${replica.url}/oauth/consent`,
      { consent: field('consent', page), sign_in: field('sign_in', page), product, decision: 'allow' },
      { origin, cookie: [cookie, ...cookiesOf(asked)].join('; ') },
    )
    const code = new URL(answered.headers.get('location') ?? '').searchParams.get('code') ?? ''
    return { code, verifier: begun.verifier }
  }

  const tokenRequest = async (replica: ServerProcess, fields: Record<string, string>) => {
    const response = await post(`${replica.url}/oauth/token`, {
      client_id: client.config.clientMetadata().client_id,
      resource: `${origin}/api/mcp`,
      ...fields,
    })
    return { status: response.status, body: await jsonOf(response) }
  }
  const redeem = (replica: ServerProcess, { code, verifier }: { code: string; verifier: string }) =>
    tokenRequest(replica, {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: client.redirectUri,
    })
  const refresh = (replica: ServerProcess, refresh_token: string) =>
    tokenRequest(replica, { grant_type: 'refresh_token', refresh_token })
  const restStatus = async (replica: ServerProcess, token: string) =>
    (await fetch(`${replica.url}/api/v1/products`, { headers: { authorization: `Bearer ${token}` } })).status
  const onBoth = <T>(work: (replica: ServerProcess) => Promise<T>) => Promise.all([work(first), work(second)])

  /** Nothing that the race issued is left: 403 would be a live token of the wrong kind, 401 is none. */
  async function expectOneWinnerAndNothingLeft(answers: Awaited<ReturnType<typeof tokenRequest>>[]) {
    const won = answers.filter(({ status }) => status === 200)
    expect(won.length).toBeLessThanOrEqual(1)
    for (const { status, body } of answers)
      if (status !== 200) expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_grant' })
    for (const { body } of won) {
      expect(await onBoth((replica) => restStatus(replica, body.access_token))).toEqual([401, 401])
      expect(await refresh(second, body.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    }
    return won.length
  }

  it('two servers redeem a code at most once when both receive it at the same time, and end its connection', async () => {
    let winners = 0
    for (let round = 0; round < ROUNDS; round++) {
      const allowed = await allow(round % 2 === 0 ? first : second)
      winners += await expectOneWinnerAndNothingLeft(await onBoth((replica) => redeem(replica, allowed)))
    }
    expect(winners).toBeGreaterThan(0)
  })

  it('two servers rotate a refresh token at most once when both receive it at the same time, and end its connection', async () => {
    let winners = 0
    for (let round = 0; round < ROUNDS; round++) {
      const { body } = await redeem(second, await allow(first))
      expect(await onBoth((replica) => restStatus(replica, body.access_token))).toEqual([403, 403])
      winners += await expectOneWinnerAndNothingLeft(await onBoth((replica) => refresh(replica, body.refresh_token)))
      expect(await onBoth((replica) => restStatus(replica, body.access_token))).toEqual([401, 401])
    }
    expect(winners).toBeGreaterThan(0)
  })
})
