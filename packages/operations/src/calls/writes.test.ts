import { Preview } from '@footfall/kernel'
import { SCOPES } from '@footfall/scopes-policy'
import { deleteRows, describeEachDialect, type Snapshot, snapshot } from '@footfall/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import type { WriteOperation } from '../definition/operation.ts'
import { updateProduct } from '../features/products/update.ts'
import { MCP_OPERATIONS } from '../interface.ts'
import { DECLARED } from '../registry.ts'
import { callsOn, rejectedInput, scenarioOn, servicesOn, toolInputs, writeInputs } from '../test-support/index.ts'

const isWrite = (operation: (typeof DECLARED)[number]): operation is WriteOperation => operation.kind === 'write'
const TOOLS = MCP_OPERATIONS.filter(isWrite)
const WRITES = DECLARED.filter(isWrite)
const NO_QUOTA = { products: 0, tokens: 0, keys: 0, sharedLinks: 0, funnels: 0, members: 0 }
const withoutSessions = ({ sessions: _, ...rest }: Snapshot) => rest

/** Whether it starts something, and may change nothing that a preview can show. */
const isAction = ({ method, creates }: WriteOperation) => method === 'POST' && !creates

describeEachDialect('every write', (database) => {
  describe.each(TOOLS.map((operation) => [operation.name, operation] as const))(
    '%s by an account token',
    (name, operation) => {
      const begin = async () => {
        const on = await scenarioOn(database)
        return { on, inputs: await toolInputs(operation, on) }
      }
      afterAll(() => deleteRows(database))

      it('writes no row for a preview', async () => {
        const { on, inputs } = await begin()
        const before = await snapshot(database)
        const { data } = await on.preview(on.owner, operation, inputs.good)
        expect(data).toMatchObject({ state: 'previewed', operation: name })
        expect(Preview.parse(data).summary.length).toBeGreaterThan(10)
        expect(data.changes.length).toBeGreaterThan(0)
        expect(await snapshot(database)).toEqual(before)
      })

      it('executes once under a key, replays the same data, and stores no secret', async () => {
        const { on, inputs } = await begin()
        const first = await on.confirm(on.owner, operation, inputs.good, 'intent')
        const { secret, ...shown } = first.data
        expect(shown).toMatchObject({ state: 'executed', operation: name })
        operation.output.parse(shown.result)
        expect(first.idempotency).toEqual({ key: 'intent', replayed: false, expires_at: expect.any(String) })
        const after = await snapshot(database)
        const again = await on.confirm(on.owner, operation, inputs.good, 'intent')
        expect(again.data).toEqual(shown)
        expect(again.idempotency).toEqual({ ...first.idempotency, replayed: true })
        expect(await snapshot(database)).toEqual(after)
        if (secret !== undefined) {
          expect(shown.secret_returned_once).toBe(true)
          expect(JSON.stringify(after)).not.toContain(secret)
        }
      })

      it('records one audit entry with actor, operation, changes, address, request and key', async () => {
        const { on, inputs } = await begin()
        await on.confirm(on.owner, operation, inputs.good, 'audited')
        const credential = on.owner.token.id
        const [entry, ...more] = await database.store.audit.list({ credential, idempotency_key: 'audited', limit: 10 })
        expect(more).toEqual([])
        expect(entry).toMatchObject({
          operation: name,
          channel: 'rest',
          address: '192.0.2.7',
          request_id: 'req_1',
          actor: { kind: 'account_token', credential, account: on.people.owner.account.id },
        })
        expect(entry?.changes.length).toBeGreaterThan(0)
      })

      it('rejects a used key with other arguments, and writes nothing', async () => {
        const { on, inputs } = await begin()
        await on.confirm(on.owner, operation, inputs.good, 'used')
        const before = await snapshot(database)
        expect((await on.confirm(on.owner, operation, inputs.other, 'used')).code).toBe('idempotency_conflict')
        expect(await snapshot(database)).toEqual(before)
      })

      it('records nothing and leaves the key free when the state does not allow the execution', async () => {
        const { on, inputs } = await begin()
        const { code, withoutQuota, ...rejected } = await rejectedInput(operation, inputs, on)
        const calls = withoutQuota ? callsOn({ ...servicesOn(database), quotas: NO_QUOTA }, on.product) : on
        const before = await snapshot(database)
        expect((await calls.confirm(on.owner, operation, rejected, 'free')).code).toBe(code)
        expect((await calls.preview(on.owner, operation, rejected)).code).toBe(code)
        expect(await snapshot(database)).toEqual(before)
        expect((await on.confirm(on.owner, operation, inputs.good, 'free')).data.state).toBe('executed')
      })

      it('requires a preview from a token that previews first, and executes one change for it', async () => {
        const { on, inputs } = await begin()
        const { token } = on.owner
        await database.store.tokens.change(token.id, { ...token, preview_first: true }, token.updated_at)
        const careful = on.owner
        const before = await snapshot(database)
        const missing = await on.confirm(careful, operation, inputs.good, 'careful')
        expect(missing).toMatchObject({ code: 'invalid_request', fields: ['Service-Preview'] })
        const { preview } = await on.preview(careful, operation, inputs.good)
        expect(await snapshot(database)).toEqual(before)
        const confirm = (key: string) =>
          on.call(careful, operation, inputs.good, { confirm: true, key, ...(preview !== undefined && { preview }) })
        const first = await confirm('careful')
        expect(first.data).toMatchObject({ state: 'executed', operation: name })
        expect((await confirm('careful')).idempotency).toMatchObject({ replayed: true })
        const after = await snapshot(database)
        expect((await confirm('another')).code).toBeDefined()
        expect(await snapshot(database)).toEqual(after)
      })

      it('rejects a token with every scope but its own', async () => {
        const { on, inputs } = await begin()
        const lacking = await on.token({ scopes: SCOPES.filter((scope) => scope !== operation.scope) })
        expect((await on.confirm(lacking, operation, inputs.good)).code).toBe('insufficient_scope')
      })

      if (operation.product === 'path')
        it('rejects a role that is too low, and returns not_found for a product outside the selection', async () => {
          const { on, inputs } = await begin()
          const viewer = await on.token({ role: 'viewer', scopes: [...SCOPES] })
          expect((await on.confirm(viewer, operation, inputs.good)).code).toBe('role_forbidden')
          const elsewhere = await scenarioOn(database)
          const narrow = await on.token({
            scopes: SCOPES.filter((scope) => scope !== 'products:write'),
            products: { mode: 'selected', ids: [elsewhere.product] },
          })
          expect((await on.confirm(narrow, operation, inputs.good)).code).toBe('not_found')
        })

      if (operation.body !== undefined)
        it('treats a request as the same whatever the order of its fields', async () => {
          const { on, inputs } = await begin()
          await on.confirm(on.owner, operation, inputs.good, 'ordered')
          const body = Object.fromEntries(Object.entries(inputs.good.body as object).reverse())
          const again = await on.confirm(on.owner, operation, { ...inputs.good, body }, 'ordered')
          expect(again.idempotency?.replayed).toBe(true)
        })
      else
        it('accepts no body, and names the fields of one', async () => {
          const { on, inputs } = await begin()
          const before = await snapshot(database)
          const body = { surprise: 1, more: 2 }
          const rejected = await on.confirm(on.owner, operation, { ...inputs.good, body })
          expect(rejected).toMatchObject({ code: 'invalid_request', fields: ['surprise', 'more'] })
          expect(await snapshot(database)).toEqual(before)
          const empty = await on.preview(on.owner, operation, { ...inputs.good, body: {} })
          expect(empty.data.state).toBe('previewed')
        })
    },
  )

  it.each([
    ['no key', undefined],
    ['an empty key', ''],
    ['a key of 256 characters', 'k'.repeat(256)],
    ['a key with a space', 'a b'],
    ['a key beyond ASCII', 'schüssel'],
    ['a list for a key', ['k']],
  ])('rejects a confirmation with %s', async (_, key) => {
    const on = await scenarioOn(database)
    const body = { name: 'Renamed' }
    const { code } = await on.call(on.owner, updateProduct, { body }, { confirm: true, key })
    expect(code).toBe('idempotency_key_required')
  })

  it('accepts an idempotency key of 255 characters', async () => {
    const on = await scenarioOn(database)
    const { data } = await on.confirm(on.owner, updateProduct, { body: { name: 'Renamed' } }, 'k'.repeat(255))
    expect(data.state).toBe('executed')
  })

  describe.each(WRITES.map((operation) => [operation.name, operation] as const))(
    '%s by a person',
    (name, operation) => {
      afterAll(() => deleteRows(database))

      const beginAsOwner = async () => {
        const on = await scenarioOn(database)
        const inputs = await writeInputs(operation, on)
        return { on, inputs, owner: await on.person('owner'), account: on.people.owner.account.id }
      }

      it('executes at once, with an audit entry that names the session', async () => {
        const { on, inputs, owner, account } = await beginAsOwner()
        database.clock.advance(1)
        const { data, idempotency } = await on.call(owner, operation, inputs.good)
        expect(data).toMatchObject({ state: 'executed', operation: name })
        expect(idempotency).toBeUndefined()
        operation.output.parse(data.result)
        // An approval has an entry beside that of the change which it makes.
        const entries = await database.store.audit.list({ account, limit: 2 })
        const entry = entries.find(({ operation }) => operation === name)
        expect(entry).toMatchObject({
          operation: name,
          channel: 'dashboard',
          actor: { kind: 'session', credential: expect.stringMatching(/^ses_/), account, lineage: [] },
          idempotency_key: undefined,
        })
        if (data.secret !== undefined) expect(JSON.stringify(await snapshot(database))).not.toContain(data.secret)
      })

      it('executes exactly once under an idempotency key', async () => {
        const { on, inputs, owner, account } = await beginAsOwner()
        const first = await on.confirm(owner, operation, inputs.good, 'once')
        const after = await snapshot(database)
        const again = await on.confirm(owner, operation, inputs.good, 'once')
        if ((await database.store.accounts.find(account)) === undefined) {
          // The session ended with the account.
          expect(again.code).toBe('reauthentication_required')
        } else if ((await database.store.products.find(on.product)) === undefined) {
          expect(again.code).toBe('not_found')
        } else {
          expect(again.data).toEqual({ ...first.data, secret: undefined })
          expect(again.idempotency?.replayed).toBe(true)
        }
        expect(await snapshot(database)).toEqual(after)
      })

      it('writes nothing for a preview, for bad input, or when the session ends before the commit', async () => {
        const { on, inputs, owner } = await beginAsOwner()
        const before = withoutSessions(await snapshot(database))
        const { data } = await on.preview(owner, operation, inputs.good)
        expect(data).toMatchObject({ state: 'previewed', operation: name })
        if (!isAction(operation)) expect(Preview.parse(data).changes).not.toEqual([])
        if (operation.body !== undefined) {
          for (const body of [[], 'x', null, 7, undefined])
            expect((await on.call(owner, operation, { ...inputs.good, body })).code).toBe('invalid_request')
          const surprise = { ...(inputs.good.body as object), surprise: 1 }
          const rejected = await on.call(owner, operation, { ...inputs.good, body: surprise })
          expect(rejected).toMatchObject({ code: 'invalid_request', fields: expect.arrayContaining(['surprise']) })
        }
        const interrupted = callsOn(
          {
            ...servicesOn(database),
            admitWrite: async (principal) => {
              if (principal.kind === 'session')
                await database.store.transaction((tx) => tx.sessions.remove(principal.session))
            },
          },
          on.product,
        )
        expect((await interrupted.call(owner, operation, inputs.good)).code).toBe('invalid_token')
        expect((await on.call(owner, operation, inputs.good)).code).toBe(
          operation.recentSignIn ? 'reauthentication_required' : 'invalid_token',
        )
        expect(withoutSessions(await snapshot(database))).toEqual(before)
      })
    },
  )
})
