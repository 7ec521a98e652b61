import { answerResetRequests, createAccount, passwordResetLinks } from '@footfall/accounts'
import { timestamp } from '@footfall/core-domain'
import { requestIds } from '@footfall/http-primitives'
import { describeEachDialect, type TestServer, testServer } from '@footfall/testkit'
import express from 'express'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { recoveryRouter } from './recovery-router.ts'
import { accountWith, signInServicesOn } from './test-support.ts'

const PASSWORD = 'correct horse battery'
const NEXT = 'another horse, another battery'
const TRIES = 150

describeEachDialect('password recovery', (database) => {
  const key = new Uint8Array(32).fill(3)
  const [server, mailless] = [testServer(), testServer()]
  let origin: string
  let withoutMail: string
  let email: string

  const serve = ({ origin: at, handle }: TestServer, sendsMail: boolean) => {
    const services = signInServicesOn(database, { key, origin: at, triesPerMinute: TRIES })
    const app = express()
    app.use(requestIds(() => 'req_1'))
    app.use(recoveryRouter({ ...services, key, sendsMail }))
    handle(app)
    return at
  }
  beforeAll(async () => {
    origin = serve(server, true)
    withoutMail = serve(mailless, false)
  })
  beforeEach(async () => {
    database.clock.advance(3 * 3_600_000)
    email = `${database.ids.account().toLowerCase()}@example.com`
    await createAccount(database, { email, name: 'Ada', password: PASSWORD })
  })

  const post = async (
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
    at = origin,
  ) => {
    const response = await fetch(at + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: at, ...headers },
      body: new URLSearchParams(fields),
    })
    return { status: response.status, headers: response.headers, page: await response.text() }
  }
  const mailed = async () => {
    const now = timestamp(database.clock.now())
    const mails = await database.store.outbox.take(now, now, 1_000)
    return mails.filter(({ to, password_reset }) => to === email && password_reset !== undefined)
  }
  const codeFor = async () => {
    await post('/forgot-password', { email })
    await answerResetRequests(database)
    const { store, clock } = database
    const id = (await mailed()).at(-1)?.password_reset
    const link = id && (await passwordResetLinks({ store, clock, key, baseUrl: origin })(id))
    return link?.code.reveal() ?? ''
  }

  it('resets a password with the code of the email, without JavaScript', async () => {
    const form = await (await fetch(`${origin}/forgot-password`)).text()
    expect(form).toContain('action="/forgot-password"')
    const code = await codeFor()
    const page = await fetch(`${origin}/reset-password`)
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    const done = await post('/reset-password', { code: ` ${code}\n`, password: NEXT })
    expect(done).toMatchObject({ status: 200, page: expect.stringContaining('Password changed') })
    expect(done.headers.get('set-cookie')).toContain('Max-Age=0')
    expect(await accountWith(database, { email, password: NEXT })).toBeDefined()
    expect(await post('/reset-password', { code, password: NEXT })).toMatchObject({ status: 403 })
  })

  it('answers a recovery request for a known and an unknown email with the same page', async () => {
    const known = await post('/forgot-password', { email })
    const unknown = await post('/forgot-password', { email: `nobody-${email}` })
    expect({ status: known.status, page: known.page }).toEqual({ status: unknown.status, page: unknown.page })
    expect(known.page).not.toContain(email)
    await answerResetRequests(database)
    expect(await mailed()).toHaveLength(1)
  })

  it('says what is wrong with an email or a new password, and keeps the code', async () => {
    for (const wrong of ['', 'ada', 'a@', '"><script>@x', 'x'.repeat(5_000), '\u0000@example.com']) {
      const { status, page } = await post('/forgot-password', { email: wrong })
      expect({ wrong, status }).toEqual({ wrong, status: 400 })
      expect(page).not.toContain('<script>@')
    }
    const code = await codeFor()
    const rejected = await post('/reset-password', { code, password: 'short' })
    expect(rejected.status).toBe(400)
    expect(rejected.page).toContain(`<input type="hidden" name="code" value="${code}">`)
    expect(rejected.page).toContain('must have at least 12 characters')
    expect((await post('/reset-password', { code, password: NEXT })).status).toBe(200)
  })

  it('accepts recovery forms from pages of this service only', async () => {
    const code = await codeFor()
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      expect((await post('/forgot-password', { email }, headers)).status).toBe(403)
      expect((await post('/reset-password', { code, password: NEXT }, headers)).status).toBe(403)
    }
    expect(await accountWith(database, { email, password: PASSWORD })).toBeDefined()
    expect((await post('/forgot-password', { email }, { 'content-type': 'text/plain' })).status).toBe(415)
  })

  it('shows the same operator command for every email if the service cannot send email', async () => {
    const form = await (await fetch(`${withoutMail}/forgot-password`)).text()
    expect(form).toContain('footfall account reset-password --email')
    const known = await post('/forgot-password', { email }, {}, withoutMail)
    const unknown = await post('/forgot-password', { email: `nobody-${email}` }, {}, withoutMail)
    expect(known.page).toBe(unknown.page)
    await answerResetRequests(database)
    expect(await mailed()).toEqual([])
  })

  it.each(['/forgot-password', '/reset-password'])('limits attempts at %s by network', async (path) => {
    let last = await post(path, { email: 'nobody@example.com', code: 'x' })
    for (let i = 0; i <= TRIES && last.status !== 429; i++)
      last = await post(path, { email: 'nobody@example.com', code: 'x' })
    expect(last.status).toBe(429)
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
