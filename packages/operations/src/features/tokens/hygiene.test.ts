import { DAY_MS, HOUR_MS, type Timestamp, timestamp } from '@footfall/core-domain'
import { type Principal, SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, type SeededToken, seedConnection, seedProductKey, seedToken } from '@footfall/testkit'
import { beforeEach, describe, expect, it } from 'vitest'
import { type CallingScenario, scenarioOn } from '../../test-support/index.ts'
import { createTokenAsOperator } from '../command-line/create-token.ts'
import { replaceTokenAsOperator } from '../command-line/replace-token.ts'
import { createProductKey } from '../keys/create.ts'
import { createIntakeKey } from '../keys/create-intake.ts'
import { getTokenPolicy } from '../token-policy/get.ts'
import { updateTokenPolicy } from '../token-policy/update.ts'
import { createToken } from './create.ts'
import { listTokens } from './list.ts'
import { replaceToken } from './replace.ts'
import { reviewTokens } from './review.ts'
import { sendExpiryNotices } from './send-expiry-notices.ts'
import { shrinkToken } from './shrink.ts'
import { updateToken } from './update.ts'
import { tokenUse } from './use.ts'

const ROOT = { name: 'Root', scopes: [...SCOPES], products: { mode: 'all' } }
const CHILD = { name: 'Child', scopes: ['analytics:read'], products: { mode: 'all' } }
const KEY = { name: 'Board', scopes: ['analytics:read'] }

describeEachDialect('token hygiene', (database) => {
  let on: CallingScenario
  let owner: Principal
  beforeEach(async () => {
    on = await scenarioOn(database)
    owner = await on.person('owner')
  })

  const later = (days: number): Timestamp => timestamp(database.clock.now() + days * DAY_MS)
  const setPolicy = (body: object) => on.call(owner, updateTokenPolicy, { body })
  const pathOf = ({ token }: SeededToken) => ({ token_id: token.id })
  const use = async ({ token }: SeededToken, ...scopes: string[]) =>
    database.control.lastUses.record([{ kind: 'token', id: token.id, at: timestamp(database.clock.now()), scopes }])

  describe('the token policy', () => {
    it('allows everything until a person changes it, and keeps a revision', async () => {
      const initial = { max_lifetime_days: null, require_expiry: false, revision: 1, updated_at: null }
      expect((await on.call(owner, getTokenPolicy)).data).toEqual(initial)
      const { data } = await setPolicy({ max_lifetime_days: 30, revision: 1 })
      expect(data.result).toMatchObject({ max_lifetime_days: 30, require_expiry: false, revision: 2 })
      expect((await setPolicy({ require_expiry: true, revision: 1 })).code).toBe('revision_conflict')
      const next = (await setPolicy({ require_expiry: true, max_lifetime_days: null })).data.result
      expect(next).toMatchObject({ max_lifetime_days: null, require_expiry: true, revision: 3 })
      const other = await on.person('admin')
      expect((await on.call(other, getTokenPolicy)).data).toEqual(initial)
    })

    it.each([
      [{}, ''],
      [{ revision: 1 }, ''],
      [{ max_lifetime_days: 0 }, 'max_lifetime_days'],
      [{ max_lifetime_days: 3651 }, 'max_lifetime_days'],
      [{ max_lifetime_days: 1.5 }, 'max_lifetime_days'],
      [{ max_lifetime_days: '30' }, 'max_lifetime_days'],
      [{ max_lifetime_days: [30] }, 'max_lifetime_days'],
      [{ require_expiry: null }, 'require_expiry'],
      [{ require_expiry: 'yes' }, 'require_expiry'],
      [{ require_expiry: true, revision: '1' }, 'revision'],
      [{ require_expiry: true, ünknown: '’; drop table token_policies' }, 'ünknown'],
    ])('rejects the policy %j', async (body, field) => {
      const rejected = await setPolicy(body)
      expect(rejected.code).toBe('invalid_request')
      if (field !== '') expect(rejected.fields).toEqual([field])
      expect((await on.call(owner, getTokenPolicy)).data.revision).toBe(1)
    })

    it('no machine reads or changes the token policy', async () => {
      for (const operation of [getTokenPolicy, updateTokenPolicy])
        expect((await on.call(on.owner, operation, { body: { require_expiry: false } })).code).toBe(
          'credential_not_accepted',
        )
    })

    it('holds wherever a person or an operator makes or replaces a token or key', async () => {
      const lasting = await on.token({ scopes: [...SCOPES] })
      await setPolicy({ max_lifetime_days: 30 })
      const attempts = (end: object) => [
        on.call(owner, createToken, { body: { ...ROOT, ...end } }),
        on.call(owner, createProductKey, { body: { ...KEY, ...end } }),
        on.call(owner, createIntakeKey, { body: { name: 'K', kind: 'ingest', ...end } }),
      ]
      for (const end of [{}, { expires_at: later(30.1) }])
        for (const attempt of attempts(end))
          expect(await attempt).toMatchObject({ code: 'invalid_request', fields: ['expires_at'] })
      for (const attempt of attempts({ expires_at: later(30) })) expect((await attempt).data.state).toBe('executed')
      const replace = () => on.call(owner, replaceToken, { path: pathOf(lasting), body: {} })
      expect(await replace()).toMatchObject({ code: 'invalid_request', fields: ['expires_at'] })
      const edit = (body: object) => on.call(owner, updateToken, { path: pathOf(lasting), body })
      expect((await edit({ expires_at: later(31) })).fields).toEqual(['expires_at'])
      expect((await edit({ name: 'What exists stays' })).data.state).toBe('executed')
      expect((await edit({ expires_at: later(29) })).data.state).toBe('executed')
      expect((await replace()).data.state).toBe('executed')
      const operate = <T>(plan: (services: never) => Promise<T>) =>
        database.store.transaction(async (tx) => plan({ tx, clock: database.clock, random: database.random } as never))
      const account = on.people.owner.account.id
      const request = { name: 'CLI', scopes: ['analytics:read'], products: { mode: 'all' } }
      const created = operate(async (services) => {
        const planned = await createTokenAsOperator.plan(services, { account, request: request as never })
        return planned?.commit()
      })
      await expect(created).rejects.toMatchObject({ code: 'invalid_request' })
      const old = await seedToken(database, on.people.owner.account, { scopes: ['analytics:read'] })
      const replaced = operate((services) => replaceTokenAsOperator.plan(services, { id: old.token.id }))
      await expect(replaced).rejects.toMatchObject({ code: 'invalid_request' })
    })

    it('holds for what tokens delegate, which ends in time when it names no end', async () => {
      const root = await on.token({ scopes: [...SCOPES] })
      await setPolicy({ max_lifetime_days: 30 })
      const delegate = (body: object) => on.confirm(root, createToken, { body: { ...CHILD, ...body } })
      const issue = (body: object) => on.confirm(root, createProductKey, { body: { ...KEY, ...body } })
      for (const attempt of [delegate, issue]) {
        expect((await attempt({ expires_at: later(31) })).code).toBe('delegation_exceeded')
        expect((await attempt({})).data.result.expires_at).toBe(later(30))
        expect((await attempt({ expires_at: later(1) })).data.result.expires_at).toBe(later(1))
      }
      await setPolicy({ max_lifetime_days: null, require_expiry: true })
      for (const attempt of [delegate, issue]) expect((await attempt({})).code).toBe('delegation_exceeded')
    })

    it('changes no token that exists, and shows which are beyond it', async () => {
      const lasting = await on.token({ scopes: ['analytics:read'] })
      const short = await on.token({ scopes: ['analytics:read'], expires_at: later(5) })
      const beyond = async () => {
        const { data } = await on.call(owner, reviewTokens)
        return [lasting, short].map(
          ({ token }) => data.find(({ token_id }: { token_id: string }) => token_id === token.id).beyond_policy,
        )
      }
      expect(await beyond()).toEqual([false, false])
      await setPolicy({ max_lifetime_days: 7 })
      expect(await beyond()).toEqual([true, false])
      expect((await on.call(lasting, listTokens)).code).toBe('insufficient_scope')
      expect((await database.store.tokens.find(lasting.token.id))?.token).toEqual(lasting.token)
    })
  })

  describe('unused scopes', () => {
    it('unused scopes are known after 30 days, by token, and a person sees when each scope was used', async () => {
      const token = await on.token({ scopes: ['analytics:read', 'funnels:read', 'team:read'] })
      await use(token, 'funnels:read')
      database.clock.advance(30 * DAY_MS - 1)
      await use(token, 'analytics:read')
      const shown = async () => (await on.call(owner, tokenUse, { path: pathOf(token) })).data
      const unused = async () =>
        (await shown()).scopes.flatMap((row: { scope: string; unused: boolean }) => (row.unused ? [row.scope] : []))
      expect(await unused()).toEqual([])
      database.clock.advance(1)
      expect(await unused()).toEqual(['funnels:read', 'team:read'])
      const reviewed = (await on.call(await on.person('owner'), reviewTokens)).data
      expect(reviewed).toContainEqual(
        expect.objectContaining({ token_id: token.token.id, unused_scopes: ['funnels:read', 'team:read'] }),
      )
      expect((await shown()).scopes[2]).toEqual({ scope: 'team:read', last_used_at: null, unused: true })
      const stranger = await (await scenarioOn(database)).person('owner')
      expect((await on.call(stranger, tokenUse, { path: pathOf(token) })).code).toBe('not_found')
    })

    it('shrinking takes unused scopes, previews, replaces the secret and disables what the token delegated', async () => {
      const token = await on.token({ scopes: ['analytics:read', 'funnels:read', 'tokens:read'] })
      const child = await on.token({ scopes: ['analytics:read'], parent: token.token })
      database.clock.advance(40 * DAY_MS)
      owner = await on.person('owner')
      await use(token, 'tokens:read')
      const input = { path: pathOf(token), body: {} }
      const { data: preview } = await on.preview(owner, shrinkToken, input)
      expect(preview.summary).toContain('which loses analytics:read, funnels:read and gets a new secret')
      expect(preview.warnings).toContain('1 child token stops working too.')
      expect((await on.call(token.secret, listTokens)).code).toBeUndefined()
      const { data } = await on.call(owner, shrinkToken, input)
      expect(data.result).toMatchObject({ id: token.token.id, scopes: ['tokens:read'], status: 'active' })
      expect((await on.call(token.secret, listTokens)).code).toBe('invalid_token')
      expect((await on.call(child.secret, listTokens)).code).toBe('invalid_token')
      expect((await on.call(data.secret, listTokens)).data).toHaveLength(2)
    })

    it('shrinking takes no scope without knowing that it is unused, and a shrunk token never gains a scope', async () => {
      const token = await on.token({ scopes: ['analytics:read', 'funnels:read'] })
      const shrink = (body: object) => on.call(owner, shrinkToken, { path: pathOf(token), body })
      for (const body of [
        {},
        { scopes: [] },
        { scopes: ['team:write'] },
        { scopes: ['analytics:read', 'funnels:read'] },
        { scopes: ['analytics:read', 'team:read'] },
        { scopes: 'analytics:read' },
        { scopes: null },
        { scopes: ['*'] },
      ])
        expect((await shrink(body)).code, JSON.stringify(body)).toBe('invalid_request')
      expect((await shrink({ scope: ['analytics:read'] })).fields).toEqual(['scope'])
      expect((await on.call(on.owner, shrinkToken, { path: pathOf(token), body: {} })).code).toBe(
        'credential_not_accepted',
      )
      database.clock.advance(31 * DAY_MS)
      owner = await on.person('owner')
      expect(await shrink({})).toMatchObject({ code: 'invalid_request', fields: ['scopes'] })
      expect((await shrink({ scopes: ['analytics:read'] })).data.result.scopes).toEqual(['analytics:read'])
    })
  })

  describe('notices of an end', () => {
    const mails = async () => {
      const { email } = on.people.owner.account
      return (await database.store.outbox.list(500)).filter(
        ({ to, subject }) => to === email && /ends? soon/.test(subject),
      )
    }
    const send = () => sendExpiryNotices({ store: database.store, clock: database.clock, random: database.random })
    const run = async (days: number) => {
      database.clock.advance(days * DAY_MS)
      await send()
      return (await mails()).length
    }

    it('notices are mailed 14, 7 and 1 days before an end, once each', async () => {
      const { token } = await seedToken(database, on.people.owner.account, {
        scopes: ['analytics:read'],
        expires_at: later(60),
      })
      const counts = []
      for (const days of [45, 1, 0, 3, 4, 0, 5, 1, 0.5, 1]) counts.push(await run(days))
      expect(counts).toEqual([0, 1, 1, 1, 2, 2, 2, 3, 3, 3])
      const { data } = await on.call(await on.person('owner'), tokenUse, { path: { token_id: token.id } })
      expect(data.notices.map(({ days }: { days: number }) => days)).toEqual([14, 7, 1])
      const [, , first] = await mails()
      expect(first?.text).toContain(`- The access token “Seeded token” ends in 14 days, at ${token.expires_at}.`)
    })

    it('notices are sent once by any number of replicas at once', async () => {
      await seedToken(database, on.people.owner.account, { scopes: ['team:read'], expires_at: later(20) })
      database.clock.advance(7 * DAY_MS)
      const replica = database.open()
      const dependencies = { clock: database.clock, random: database.random }
      await Promise.all([send(), sendExpiryNotices({ store: replica.store, ...dependencies }), send()])
      await send()
      expect(await mails()).toHaveLength(1)
    })

    it('notices are one email for a token with what ends with it, and for keys', async () => {
      const { account } = on.people.owner
      const expires_at = later(60)
      const root = await seedToken(database, account, { scopes: [...SCOPES], expires_at })
      const child = await seedToken(database, account, { scopes: ['team:read'], expires_at, parent: root.token })
      await seedToken(database, account, { scopes: ['team:read'], expires_at, parent: child.token })
      await seedProductKey(database, on.product, { account: account.id, issuer: root.token.id, expires_at })
      await seedProductKey(database, on.product, { account: account.id, expires_at })
      expect(await run(47)).toBe(1)
      const [mail] = await mails()
      expect(mail?.subject).toBe('5 credentials of your Footfall account end soon')
      expect(mail?.text).toContain('with 3 credentials below it')
      expect(mail?.text.match(/^- /gm)).toHaveLength(2)
      expect(mail?.text).not.toContain('jt_')
    })

    it('notices are not sent for a life shorter than the notice, nor for what has ended', async () => {
      const { account } = on.people.owner
      const scopes = ['team:read']
      const hour = timestamp(database.clock.now() + HOUR_MS)
      await seedToken(database, account, { scopes, expires_at: hour })
      await seedToken(database, account, { scopes, expires_at: later(1) })
      await seedToken(database, account, { scopes, expires_at: later(9), status: 'revoked' })
      await seedToken(database, account, { scopes })
      expect(await run(0)).toBe(0)
      await seedToken(database, account, { scopes, expires_at: later(7) })
      expect(await run(0)).toBe(0)
      expect(await run(6)).toBe(1)
      await seedToken(database, account, { scopes, expires_at: later(30) })
      await database.store.transaction(({ store }) =>
        store.accounts.setStatus(account.id, 'disabled', timestamp(database.clock.now())),
      )
      expect(await run(20)).toBe(1)
    })

    it('notices are sent again for a token whose end was moved', async () => {
      const { token } = await seedToken(database, on.people.owner.account, {
        scopes: ['team:read'],
        expires_at: later(30),
      })
      expect(await run(20)).toBe(1)
      const body = { expires_at: later(40) }
      await on.call(await on.person('owner'), updateToken, { path: { token_id: token.id }, body })
      expect(await run(0)).toBe(1)
      expect(await run(28)).toBe(2)
    })

    it('notices are sent for a connected app, once each', async () => {
      await seedConnection(database, on.people.owner.account.id, [on.product])
      const counts = []
      for (const passing of [80, 0, 4, 5.5, 0]) counts.push(await run(passing))
      expect(counts).toEqual([1, 1, 2, 3, 3])
    })
  })
})
