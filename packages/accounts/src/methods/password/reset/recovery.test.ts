import { type Account, HOUR_MS, InvalidRequest, type OutboxMail, timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedToken, snapshot } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import {
  answerResetRequests,
  createAccount,
  issueReset,
  passwordResetLinks,
  ResetNotOpen,
  requestPasswordReset,
  resetPassword,
  type Sessions,
} from '../../../index.ts'
import { sessionsWith, signInOn, verifyPassword } from '../../../test-support.ts'

const PASSWORD = 'correct horse battery'
const NEXT = 'another horse, another battery'
const ORIGIN = { address: '192.0.2.7', request_id: 'req_1' }

describeEachDialect('a forgotten password', (database) => {
  const key = new Uint8Array(32).fill(7)
  let sessions: Sessions
  let account: Account

  beforeEach(async () => {
    database.clock.advance(3 * HOUR_MS)
    sessions = sessionsWith(database, key)
    account = await somebody()
  })

  const somebody = async () => {
    const email = `${database.ids.account().toLowerCase()}@example.com`
    return (await createAccount(database, { email, name: 'Ada', password: PASSWORD })).account
  }
  const dependencies = () => {
    const { store, clock, random } = database
    const { passwords } = signInOn(database)
    return { store, sessions, passwords, clock, random, key }
  }
  const ask = (email = account.email) => requestPasswordReset(database, { email, ...ORIGIN })
  const answer = () => answerResetRequests(database)
  const mailsTo = async (email: string): Promise<readonly OutboxMail[]> => {
    const now = timestamp(database.clock.now())
    return (await database.store.outbox.take(now, now, 1_000)).filter(({ to }) => to === email)
  }
  const linkOf = (mail: OutboxMail | undefined, made = key) => {
    if (mail?.password_reset === undefined) throw new Error('no mail with a link')
    const { store, clock } = database
    return passwordResetLinks({ store, clock, key: made, baseUrl: 'https://stats.example' })(mail.password_reset)
  }
  /** The code of the newest mail. */
  const codeFor = async (email = account.email) => {
    await ask(email)
    await answer()
    const link = await linkOf((await mailsTo(email)).at(-1))
    return link?.code.reveal() ?? ''
  }
  const reset = (code: string, password = NEXT) => resetPassword(dependencies(), { code, password }, ORIGIN)
  const knows = async (password: string) =>
    (await verifyPassword(database.store, { email: account.email, password })) !== undefined
  const entries = async () =>
    (await database.store.audit.list({ limit: 1_000 })).filter(({ subject }) => subject === account.id)

  it('resets a forgotten password by an emailed link, ends every session and notifies the owner', async () => {
    const browser = (await sessions.begin(account)).reveal()
    await ask(` ${account.email} `.trim().toUpperCase())
    await answer()
    const [mail, ...more] = await mailsTo(account.email)
    expect(more).toEqual([])
    const link = await linkOf(mail)
    expect(link?.url.reveal()).toBe(`https://stats.example/reset-password#${link?.code.reveal()}`)
    const token = await seedToken(database, account, { scopes: ['tokens:read'] })
    await reset(link?.code.reveal() ?? '')
    expect((await database.store.tokens.find(token.token.id))?.token.status).toBe('disabled')
    expect([await knows(PASSWORD), await knows(NEXT)]).toEqual([false, true])
    expect(await sessions.find(browser)).toBeUndefined()
    expect((await mailsTo(account.email)).map(({ subject }) => subject)).toContain('Your Footfall password was reset')
    expect((await entries()).map(({ operation, address }) => ({ operation, address }))).toEqual(
      expect.arrayContaining([
        { operation: 'password_reset_request', address: ORIGIN.address },
        { operation: 'password_reset', address: ORIGIN.address },
      ]),
    )
  })

  it('leaves no code of a password reset in the database, in a queued email or in the audit log', async () => {
    const code = await codeFor()
    const [, secret = code] = code.split('.')
    expect(JSON.stringify(await snapshot(database))).not.toContain(secret)
    await reset(code)
    expect(JSON.stringify(await snapshot(database))).not.toContain(secret)
  })

  it('resets a password by a link once, also when two requests use it at the same time', async () => {
    const code = await codeFor()
    const outcomes = await Promise.allSettled([reset(code, NEXT), reset(code, `${NEXT}!`)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(reset(code)).rejects.toThrow(ResetNotOpen)
  })

  it('rejects a link of a password reset after one hour', async () => {
    const code = await codeFor()
    database.clock.advance(HOUR_MS)
    await expect(reset(code)).rejects.toThrow(ResetNotOpen)
    expect(await knows(PASSWORD)).toBe(true)
  })

  it('resets a password only by the newest link', async () => {
    const older = await codeFor()
    database.clock.advance(1_000)
    const newer = await codeFor()
    await expect(reset(older)).rejects.toThrow(ResetNotOpen)
    await reset(newer)
    expect(await knows(NEXT)).toBe(true)
  })

  it('rejects resetting a password by a guessed link, a link of another account or one made with another key', async () => {
    const code = await codeFor()
    const [id = ''] = code.split('.')
    const other = await somebody()
    const [, foreign = ''] = (await codeFor(other.email)).split('.')
    const forged = await linkOf((await mailsTo(account.email)).at(-1), new Uint8Array(32).fill(8))
    const wrong = [
      '',
      '.',
      id,
      `${id}.`,
      `${id}.${'x'.repeat(43)}`,
      `${id}.${foreign}`,
      `${code}x`,
      code.slice(0, -1),
      `rst_nobody.${code.split('.')[1]}`,
      `rst_' or '1'='1.${foreign}`,
      forged?.code.reveal() ?? '',
      '\u0000',
      'ä'.repeat(10_000),
    ]
    const details = new Set<string>()
    for (const guess of wrong) {
      const rejected = await reset(guess).catch((error: unknown) => error)
      expect(rejected).toBeInstanceOf(ResetNotOpen)
      if (rejected instanceof ResetNotOpen) details.add(rejected.detail)
    }
    expect(details.size).toBe(1)
    await reset(code)
    expect(await knows(NEXT)).toBe(true)
  })

  it('rejects a link of a password reset from before another change of the password', async () => {
    const code = await codeFor()
    await database.store.accounts.putPassword(account.id, 'another:hash', timestamp(database.clock.now()))
    await expect(reset(code)).rejects.toThrow(ResetNotOpen)
  })

  it('accepts a link of a password reset again after it rejected the new password', async () => {
    const code = await codeFor()
    for (const password of ['', 'short', 'x'.repeat(129), 'password1234'])
      await expect(reset(code, password)).rejects.toThrow(InvalidRequest)
    await reset(code)
    expect(await knows(NEXT)).toBe(true)
  })

  it('rejects resetting the password of a disabled account, also by an earlier link', async () => {
    const code = await codeFor()
    await database.store.accounts.setStatus(account.id, 'disabled', timestamp(database.clock.now()))
    await expect(reset(code)).rejects.toThrow(ResetNotOpen)
    const before = (await mailsTo(account.email)).length
    await ask()
    await answer()
    expect(await mailsTo(account.email)).toHaveLength(before)
  })

  it('makes the same writes whether the address is known or not, and sends no email to an unknown one', async () => {
    const unknown = `nobody-${account.email}`
    const written = async (email: string) => {
      const before = await snapshot(database)
      await ask(email)
      const after = await snapshot(database)
      return Object.keys(after).filter((table) => JSON.stringify(after[table]) !== JSON.stringify(before[table]))
    }
    expect(await written(unknown)).toEqual(['password_reset_requests'])
    expect(await written(account.email)).toEqual(['password_reset_requests'])
    await answer()
    expect(await mailsTo(unknown)).toEqual([])
    expect(await mailsTo(account.email)).toHaveLength(1)
    expect(await database.store.passwordResets.waitingRequests(10)).toEqual([])
  })

  it('sends at most five emails an hour to an account, however often a password reset is requested', async () => {
    for (let i = 0; i < 8; i++) {
      database.clock.advance(1_000)
      await ask()
      await answer()
    }
    expect(await mailsTo(account.email)).toHaveLength(5)
    database.clock.advance(HOUR_MS)
    expect(await codeFor()).not.toBe('')
  })

  it('sends one email for a password reset that several processes handle at the same time', async () => {
    await ask()
    await Promise.all([answer(), answer(), answer()])
    expect(await mailsTo(account.email)).toHaveLength(1)
  })

  it('drops requests for a password reset beyond the number that may wait', async () => {
    const request = (email: string) => ({
      email,
      requested_at: timestamp(0),
      address: undefined,
      request_id: undefined,
    })
    const { passwordResets } = database.store
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com'])
      await passwordResets.noteRequest(request(email), 2)
    expect((await passwordResets.waitingRequests(10)).map(({ email }) => email)).toEqual([
      'a@example.com',
      'b@example.com',
    ])
    await answer()
  })

  it('resets a password by a link that an operator requests, which replaces the emailed one', async () => {
    const mailed = await codeFor()
    database.clock.advance(1_000)
    const issued = await database.store.transaction((tx) => issueReset(tx.store, account, database))
    const { store, clock } = database
    const link = await passwordResetLinks({ store, clock, key, baseUrl: 'https://stats.example' })(issued.id)
    await expect(reset(mailed)).rejects.toThrow(ResetNotOpen)
    await reset(link?.code.reveal() ?? '')
    expect(await knows(NEXT)).toBe(true)
  })
})
