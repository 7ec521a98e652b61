import { createAccount, createInvitations, invitationLinks } from '@footfall/accounts'
import { type MemberId, timestamp } from '@footfall/core-domain'
import { requestIds } from '@footfall/http-primitives'
import { sessionsOn } from '@footfall/operations/test-support'
import { describeEachDialect, seedAccount, seedProduct, seedToken, testServer } from '@footfall/testkit'
import express from 'express'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { peopleRouter } from './people-router.ts'
import { accountWith, signInServicesOn } from './test-support.ts'

const PASSWORD = 'correct horse battery'
const TRIES = 200

describeEachDialect('invitations, reauthentication and passwords', (database) => {
  const key = new Uint8Array(32).fill(3)
  const server = testServer()
  let origin: string
  let product: Awaited<ReturnType<typeof seedProduct>>['product']
  let email: string
  let member: MemberId

  const sessionsOf = () => sessionsOn(database, key)

  beforeAll(async () => {
    origin = server.origin
    const { clock, random, store } = database
    const services = signInServicesOn(database, { key, origin, triesPerMinute: TRIES })
    const app = express()
    app.use(requestIds(() => 'req_1'))
    app.use(
      peopleRouter({
        ...services,
        invitations: createInvitations({ store, sessions: services.sessions, clock, random, key }),
      }),
    )
    server.handle(app)
  })
  beforeEach(async () => {
    database.clock.advance(60_000)
    product = (await seedProduct(database, { name: 'Shop' })).product
    member = database.ids.member()
    email = `${member.toLowerCase()}@example.com`
    const at = timestamp(database.clock.now())
    await database.store.members.insert(product, { id: member, email, role: 'admin', account: undefined, at })
  })

  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
    const answered: any = await response.json()
    return { status: response.status, headers: response.headers, body: answered }
  }
  const link = async () => {
    const made = await invitationLinks({ store: database.store, clock: database.clock, key, baseUrl: origin })(member)
    return { member, code: made?.url.reveal().split('.').at(-1) ?? '' }
  }
  const signedIn = async (address = email) => {
    const { account } = await createAccount(database, { email: address, name: 'Ada', password: PASSWORD })
    return { account, cookie: `footfall_session=${(await sessionsOf().begin(account)).reveal()}` }
  }
  const statusOf = async () => (await database.store.members.find(product, member))?.member.status

  it('shows an invitation and the signed-in account', async () => {
    const data = { passwords: true, product: { name: 'Shop' }, role: 'admin', email, has_account: false }
    const { status, body, headers } = await post('/invitations/look', await link())
    expect({ status, body }).toEqual({ status: 200, body: { data } })
    expect(headers.get('cache-control')).toBe('private, no-store')
    const { cookie } = await signedIn()
    const seen = await post('/invitations/look', await link(), { cookie })
    expect(seen.body).toEqual({ data: { ...data, has_account: true, signed_in_as: email } })
  })

  it('accepts an invitation for the signed-in account', async () => {
    const { cookie } = await signedIn()
    const { status, body, headers } = await post('/invitations/accept', await link(), { cookie })
    expect({ status, body }).toEqual({ status: 200, body: { data: { product, role: 'admin' } } })
    expect(headers.get('set-cookie')).toBeNull()
    expect(await statusOf()).toBe('active')
    expect(await post('/invitations/accept', await link(), { cookie })).toMatchObject({ status: 404 })
  })

  it('accepts an invitation with a new account and signs it in instead of the previous one', async () => {
    const other = await signedIn(`other-${email}`)
    const newcomer = { ...(await link()), name: 'Grace', password: PASSWORD }
    const { status, body, headers } = await post('/invitations/accept', newcomer, { cookie: other.cookie })
    expect({ status, body }).toMatchObject({ status: 201, body: { data: { role: 'admin' } } })
    expect(JSON.stringify(body)).not.toContain(PASSWORD)
    const secret = headers.get('set-cookie')?.match(/^footfall_session=([^;]+);.*HttpOnly; SameSite=Lax/)?.[1] ?? ''
    expect((await sessionsOf().find(secret))?.account.email).toBe(email)
    expect(await sessionsOf().find(other.cookie.split('=')[1] ?? '')).toBeUndefined()
    expect(await accountWith(database, { email, password: PASSWORD })).toBeDefined()
  })

  it('says why an invitation cannot be accepted', async () => {
    const good = await link()
    expect(await post('/invitations/accept', good)).toMatchObject({ status: 401, body: { code: 'invalid_token' } })
    const other = await signedIn(`other-${email}`)
    const rejected = await post('/invitations/accept', good, { cookie: other.cookie })
    expect(rejected).toMatchObject({ status: 403, body: { code: 'credential_not_accepted' } })
    expect(rejected.body.detail).toContain(email)
    await signedIn()
    const again = await post('/invitations/accept', { ...good, name: 'Ada', password: PASSWORD })
    expect(again).toMatchObject({ status: 409, body: { code: 'already_exists' } })
    expect(await statusOf()).toBe('invited')
  })

  it('answers every unusable invitation link with the same error', async () => {
    const good = await link()
    const details = new Set()
    for (const wrong of [
      { ...good, code: 'x'.repeat(43) },
      { ...good, code: '' },
      { ...good, member: 'mbr_nobody' },
      { ...good, member: "mbr_' OR '1'='1" },
      { ...good, member: '\u0000' },
    ]) {
      for (const path of ['/invitations/look', '/invitations/accept']) {
        const { cookie } = await signedIn(`${database.ids.account().toLowerCase()}@example.com`)
        const { status, body } = await post(path, wrong, { cookie })
        expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' })
        details.add(body.detail)
      }
    }
    expect(details.size).toBe(1)
  })

  describe.each([
    ['/invitations/look', ['member', 'code']],
    ['/invitations/accept', ['member', 'code', 'name', 'password']],
    ['/account/password', ['current_password', 'new_password', 'end_credentials']],
    ['/account/reauthenticate', ['password']],
  ])('the route %s', (path, fields) => {
    const good = async () =>
      path === '/account/reauthenticate'
        ? { password: PASSWORD }
        : path === '/account/password'
          ? { current_password: PASSWORD, new_password: 'another horse battery', end_credentials: false }
          : path === '/invitations/look'
            ? await link()
            : { ...(await link()), name: 'Ada', password: PASSWORD }
    const cookieFor = async () =>
      path.startsWith('/account/')
        ? (await signedIn(`me-${database.ids.account().toLowerCase()}@example.com`)).cookie
        : ''

    it('accepts requests of people only from pages of this service', async () => {
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: '' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
      ]) {
        const answer = await post(path, await good(), {
          cookie: await cookieFor(),
          ...(headers as Record<string, string>),
        })
        expect({ headers, code: answer.body.code }).toEqual({ headers, code: 'credential_not_accepted' })
        expect(answer.headers.get('set-cookie')).toBeNull()
      }
      expect(await statusOf()).toBe('invited')
    })

    it('rejects an Authorization header in requests of people, whatever their cookie: 401 for garbage, 403 for a valid token', async () => {
      const cookie = (await cookieFor()) || (await signedIn()).cookie
      const { secret } = await seedToken(database, await seedAccount(database), { scopes: ['account:read'] })
      const headers = [
        ...['Bearer jt_x', 'Bearer', ''].map((garbage) => [garbage, 401, 'invalid_token'] as const),
        [`Bearer ${secret}`, 403, 'credential_not_accepted'] as const,
      ]
      for (const [authorization, status, code] of headers) {
        const answer = await post(path, await good(), { cookie, authorization })
        expect(answer).toMatchObject({ status, body: { code } })
        expect(answer.headers.get('set-cookie')).toBeNull()
      }
      expect(await statusOf()).toBe('invited')
    })

    it.each(fields)('names a field of the wrong type: %s', async (field) => {
      for (const value of [null, 7, [], {}, field === 'end_credentials' ? 'true' : true]) {
        const answer = await post(path, { ...(await good()), [field]: value }, { cookie: await cookieFor() })
        expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ path: field }] } })
      }
      const huge = await post(path, { ...(await good()), [field]: 'x'.repeat(5_000) }, { cookie: await cookieFor() })
      expect(huge).toMatchObject({ status: 400, body: { errors: [{ path: field }] } })
    })

    it('rejects unknown fields, a body that is not a JSON object, and one that is too large', async () => {
      const cookie = await cookieFor()
      const unknown = await post(path, { ...(await good()), surprise: 1 }, { cookie })
      expect(unknown).toMatchObject({ status: 400, body: { errors: [{ path: 'surprise' }] } })
      for (const body of ['', '{', '[]', 'null', '"x"'])
        expect(await post(path, body, { cookie })).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
      expect(await post(path, 'x'.repeat(300_000), { cookie })).toMatchObject({ status: 413 })
      expect(await post(path, '{}', { cookie, 'content-type': 'text/plain' })).toMatchObject({ status: 415 })
    })
  })

  it('requires name and password of a new account together', async () => {
    const good = await link()
    for (const [given, path] of [
      [{ name: 'Ada' }, 'password'],
      [{ password: PASSWORD }, 'name'],
    ] as const)
      expect(await post('/invitations/accept', { ...good, ...given })).toMatchObject({
        status: 400,
        body: { errors: [{ path, message: 'is required' }] },
      })
  })

  it('changes the password and ends all other sessions', async () => {
    const { account, cookie } = await signedIn()
    const elsewhere = (await sessionsOf().begin(account)).reveal()
    const next = 'another horse, another battery'
    const change = { current_password: PASSWORD, new_password: next }
    expect(await post('/account/password', change)).toMatchObject({ status: 401 })
    expect(await post('/account/password', { ...change, current_password: 'wrong' }, { cookie })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'current_password' }] },
    })
    const { status, body, headers } = await post('/account/password', change, { cookie })
    const ended = { tokens: 0, keys: 0, connections: 0 }
    expect({ status, body }).toEqual({ status: 200, body: { data: { changed: true, signed_out: 1, ended } } })
    const renewed = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect(await sessionsOf().find(elsewhere)).toBeUndefined()
    expect(await accountWith(database, { email, password: next })).toEqual(account)
    expect((await post('/invitations/look', await link(), { cookie })).body.data.signed_in_as).toBeUndefined()
    expect((await post('/invitations/look', await link(), { cookie: renewed })).body.data.signed_in_as).toBe(email)
  })

  it('reauthenticates with the password and replaces the session secret', async () => {
    const { cookie } = await signedIn()
    database.clock.advance(600_000)
    const change = {
      current_password: PASSWORD,
      new_password: 'another horse, another battery',
      end_credentials: false,
    }
    const old = await post('/account/password', change, { cookie })
    expect(old).toMatchObject({ status: 403, body: { code: 'reauthentication_required', status: 403 } })
    const wrong = await post('/account/reauthenticate', { password: 'wrong horse battery' }, { cookie })
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: 'password' }] } })
    expect(wrong.headers.get('set-cookie')).toBeNull()
    expect(await post('/account/reauthenticate', { password: PASSWORD })).toMatchObject({ status: 401 })
    const { status, body, headers } = await post('/account/reauthenticate', { password: PASSWORD }, { cookie })
    expect({ status, body }).toEqual({ status: 200, body: { data: { authenticated: true } } })
    const renewed = headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(await post('/account/password', change, { cookie })).toMatchObject({ status: 401 })
    const done = await post('/account/password', change, { cookie: renewed })
    expect(done).toMatchObject({ status: 200, body: { data: { changed: true, ended: null } } })
  })

  it('limits attempts at guessing passwords and invitation codes', async () => {
    let last: Awaited<ReturnType<typeof post>> | undefined
    const guess = { member, code: 'x'.repeat(43) }
    for (let i = 0; i <= TRIES && last?.status !== 429; i++) last = await post('/invitations/look', guess)
    expect(last).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
