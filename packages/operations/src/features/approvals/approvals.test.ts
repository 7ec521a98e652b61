import {
  type AccountToken,
  type ApprovalId,
  DAY_MS,
  existing,
  HOUR_MS,
  InvalidToken,
  type Role,
  timestamp,
} from '@footfall/core-domain'
import { type AccountPrincipal, type Principal, SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, type SeededToken, seedConnection } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { authenticate } from '../../calls/authenticate.ts'
import { MCP_OPERATIONS } from '../../interface.ts'
import {
  type By,
  type CallingScenario,
  type Input,
  scenarioOn,
  servicesOn,
  writeInputs,
} from '../../test-support/index.ts'
import { undoChange } from '../activity/undo.ts'
import { createFunnel } from '../funnels/create.ts'
import { deleteFunnel } from '../funnels/delete.ts'
import { createProductKey } from '../keys/create.ts'
import { createProduct } from '../products/create.ts'
import { updateProduct } from '../products/update.ts'
import { createReport } from '../reports/create.ts'
import { updateSegment } from '../segments/update.ts'
import { updateMember } from '../team/update.ts'
import { createToken } from '../tokens/create.ts'
import { revokeToken } from '../tokens/revoke.ts'
import { updateToken } from '../tokens/update.ts'
import { approveChange } from './approve.ts'
import { declineChange } from './decline.ts'
import { expireApprovals } from './expire.ts'
import { getApproval } from './get.ts'
import { ASKED_PER_DAY, WAITING_MAX } from './hold.ts'
import { listApprovals } from './list.ts'

const RENAME = { body: { name: 'Renamed' } }

describeEachDialect('approval', (database) => {
  let on: CallingScenario
  let agent: SeededToken
  let owner: Principal
  beforeEach(async () => {
    on = await scenarioOn(database)
    agent = await on.token({ scopes: [...SCOPES], limits: { approval: true } })
    owner = await on.person('owner')
  })

  const ask = (key = 'ask-1', input: Input = RENAME, by: By = agent) => on.confirm(by, updateProduct, input, key)
  const idOf = async (asked = ask()) => (await asked).data.approval.id as string
  const approve = (id: string, by: Principal = owner) => on.call(by, approveChange, { path: { approval_id: id } })
  const decline = (id: string, words?: unknown, by: Principal = owner) =>
    on.call(by, declineChange, { path: { approval_id: id }, body: words === undefined ? {} : { words } })
  const nameNow = async () => (await database.store.products.findOwned(on.product))?.product.name
  const entries = () => database.store.audit.list({ product: on.product, limit: 10 })

  it('answers a confirmed change with what waits, changes nothing, and answers the same to the same call', async () => {
    const asked = await ask()
    expect(asked).toEqual({
      data: {
        state: 'awaiting_approval',
        operation: 'service_products_update',
        approval: {
          id: expect.stringMatching(/^apr_/),
          link: `https://stats.example/account/approvals/${asked.data.approval.id}`,
          expires_at: timestamp(database.clock.now() + 24 * HOUR_MS),
        },
      },
      idempotency: { key: 'ask-1', replayed: false, expires_at: timestamp(database.clock.now() + 48 * HOUR_MS) },
    })
    expect(await ask()).toEqual({ ...asked, idempotency: { ...asked.idempotency, replayed: true } })
    expect(await nameNow()).toBe('Example')
    expect(await entries()).toEqual([])
    expect((await ask('ask-1', { body: { name: 'Other' } })).code).toBe('idempotency_conflict')
  })

  it('executes an approved change once, and replays its result to the same call', async () => {
    const id = await idOf()
    expect(await approve(id)).toMatchObject({ data: { state: 'executed', result: { id, state: 'executed' } } })
    expect(await nameNow()).toBe('Renamed')
    const replayed = await ask()
    expect(replayed).toMatchObject({
      data: { state: 'executed', operation: 'service_products_update', result: { name: 'Renamed', revision: 2 } },
      idempotency: { replayed: true },
    })
    expect(await approve(id)).toMatchObject({ code: 'approval_decided' })
    expect(await decline(id)).toMatchObject({ code: 'approval_decided' })
    expect((await entries()).filter(({ operation }) => operation === 'service_products_update')).toHaveLength(1)
  })

  it('names the credential and the person in the audit log', async () => {
    await approve(await idOf(), await on.person('admin'))
    expect((await entries())[0]).toMatchObject({
      operation: 'service_products_update',
      actor: { kind: 'account_token', credential: agent.token.id, account: on.people.owner.account.id },
      approved_by: on.people.admin.account.id,
      idempotency_key: 'ask-1',
      changes: [{ path: 'name', from: 'Example', to: 'Renamed' }],
    })
    const decisions = await database.store.audit.list({ account: on.people.admin.account.id, limit: 10 })
    expect(decisions).toMatchObject([{ operation: 'dashboard_approvals_approve', actor: { kind: 'session' } }])
  })

  it('executes once when several people approve at the same time', async () => {
    const id = await idOf()
    const people = await Promise.all([owner, owner, on.person('admin'), on.person('admin')])
    const answers = await Promise.all(people.map((person) => approve(id, person)))
    expect(answers.filter(({ code }) => code === undefined)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'approval_decided')).toHaveLength(3)
    expect((await entries()).filter(({ operation }) => operation === 'service_products_update')).toHaveLength(1)
  })

  it('records one change that waits for a hundred identical calls at the same time', async () => {
    const asked = await Promise.all(Array.from({ length: 100 }, () => ask('burst')))
    expect(new Set(asked.map(({ data }) => data.approval.id)).size).toBe(1)
    expect((await on.call(owner, listApprovals)).data).toHaveLength(1)
  })

  it.each([
    [undefined, 'A person declined this change. Nothing was changed.'],
    ['Not in December.', 'A person declined this change, and wrote: “Not in December.” Nothing was changed.'],
    ['Not now.\r\nAsk me.', 'A person declined this change, and wrote: “Not now.\nAsk me.” Nothing was changed.'],
  ])('answers a declined change with the words of the person (%s)', async (words, detail) => {
    const id = await idOf()
    expect(await decline(id, words)).toMatchObject({ data: { result: { state: 'declined' } } })
    expect(await ask()).toEqual({ code: 'approval_declined', detail })
    expect(await nameNow()).toBe('Example')
    expect(await approve(id)).toMatchObject({ code: 'approval_decided' })
  })

  it.each([[''], ['   '], [7], [null], [['no']], ['x'.repeat(501)], ['two\u0000words'], [{ text: 'no' }]])(
    'rejects words that are not text of 1 to 500 characters (%j)',
    async (words) => {
      const id = await idOf()
      expect(await decline(id, words)).toMatchObject({ code: 'invalid_request', fields: ['words'] })
      expect((await ask()).data.state).toBe('awaiting_approval')
    },
  )

  it('keeps words in any script and with markup as they are', async () => {
    const words = '😀 “<script>alert(1)</script>” ../../etc; DROP TABLE approvals; 数据'
    await decline(await idOf(), words)
    expect((await ask()).detail).toContain(words)
  })

  it('expires after 24 hours, and forgets its key 24 hours later', async () => {
    const id = await idOf()
    database.clock.advance(24 * HOUR_MS - 1)
    expect((await ask()).data.state).toBe('awaiting_approval')
    database.clock.advance(1)
    const expired = 'Nobody approved this change within 24 hours. Nothing was changed.'
    expect(await ask()).toEqual({ code: 'approval_declined', detail: expired })
    const later = await on.person('owner')
    expect(await approve(id, later)).toMatchObject({ code: 'approval_decided' })
    expect((await on.call(later, listApprovals)).data).toEqual([])
    // Those of the other tests have expired as well.
    expect(await expireApprovals(database)).toBeGreaterThanOrEqual(1)
    expect(await expireApprovals(database)).toBe(0)
    expect(await ask()).toEqual({ code: 'approval_declined', detail: expired })
    expect((await on.call(later, listApprovals, { query: { state: 'all' } })).data).toMatchObject([
      { state: 'expired' },
    ])
    database.clock.advance(24 * HOUR_MS)
    await database.store.transaction((tx) => tx.store.approvals.purge(timestamp(database.clock.now())))
    expect((await ask()).data.state).toBe('awaiting_approval')
  })

  it.each<[string, (token: AccountToken) => Promise<unknown>, RegExp]>([
    ['is revoked', ({ id }) => on.call(owner, revokeToken, { path: { token_id: id } }), /revoked, has expired/],
    [
      'is narrowed',
      ({ id }) => on.call(owner, updateToken, { path: { token_id: id }, body: { scopes: ['settings:write'] } }),
      /other permissions/,
    ],
    [
      'is freed of approval',
      ({ id }) => on.call(owner, updateToken, { path: { token_id: id }, body: { approval: false } }),
      /other permissions/,
    ],
  ])(
    'executes nothing for a credential that %s meanwhile, and no longer lists its change as waiting',
    async (_, change, why) => {
      const id = await idOf()
      const listed = async () =>
        (await on.call(owner, listApprovals)).data.map((approval: { id: string }) => approval.id)
      expect(await listed()).toContain(id)
      await change(agent.token)
      expect(await listed()).not.toContain(id)
      const answer = await approve(id)
      expect(answer.data.result).toMatchObject({
        state: 'declined',
        decision: { by: null, words: expect.stringMatching(why) },
      })
      expect(await nameNow()).toBe('Example')
      expect((await approve(id)).code).toBe('approval_decided')
    },
  )

  it.each<[string, Role | undefined]>([
    ['lost its role', 'viewer'],
    ['is no longer a member', undefined],
  ])('executes nothing for a credential whose person %s meanwhile', async (_, role) => {
    const token = await on.token({ role: 'admin', scopes: ['settings:write'], limits: { approval: true } })
    const id = await idOf(ask('ask-1', RENAME, token))
    const { member } = on.people.admin
    await database.store.transaction(({ store }) =>
      role === undefined
        ? store.members.remove(on.product, member)
        : store.members.setRole(on.product, member, role, timestamp(database.clock.now())).then(() => {}),
    )
    expect((await approve(id)).data.result.state).toBe('declined')
    expect(await nameNow()).toBe('Example')
  })

  it('executes nothing for a connection that was revoked meanwhile', async () => {
    const account = on.people.owner.account.id
    const connection: AccountPrincipal = {
      kind: 'oauth_connection',
      connection: await seedConnection(database, account, [on.product]),
      account,
      scopes: new Set(SCOPES),
      selection: { mode: 'selected', ids: [on.product] },
      limits: { readOnly: false, toolsets: null, previewFirst: false, approval: true },
    }
    const isLive = (id: typeof connection.connection) =>
      database.store.connectedApps.find(account, id).then((app) => app?.revoked_at === undefined)
    const services = {
      ...servicesOn(database),
      assertStillActive: async (principal: AccountPrincipal) => {
        if (principal.kind === 'oauth_connection' && !(await isLive(principal.connection))) throw new InvalidToken(true)
        return undefined
      },
    }
    const asking = await scenarioOn(database, { services })
    const asked = (key: string) => asking.confirm(connection, updateProduct, { ...RENAME, product: on.product }, key)
    const [kept, ended] = [await asked('one'), await asked('two')]
    expect(
      (await asking.call(owner, approveChange, { path: { approval_id: kept.data.approval.id } })).data.result.state,
    ).toBe('executed')
    await database.store.transaction(({ store }) =>
      store.connectedApps.revoke(account, connection.connection, timestamp(database.clock.now())),
    )
    const { data } = await asking.call(owner, approveChange, { path: { approval_id: ended.data.approval.id } })
    expect(data.result).toMatchObject({ state: 'declined', credential: { kind: 'oauth_connection' } })
  })

  it.each([[undefined], [1]])(
    'declines by itself what has changed since its preview, with revision %s in the call',
    async (revision) => {
      const id = await idOf(ask('ask-1', { body: { name: 'Renamed', ...(revision && { revision }) } }))
      await on.confirm(on.owner, updateProduct, { body: { name: 'In between' } })
      const stale = await on.call(owner, getApproval, { path: { approval_id: id } })
      expect(stale.data.stale).toMatch(/changed/)
      expect((await approve(id)).data.result).toMatchObject({ state: 'declined', decision: { by: null } })
      expect(await nameNow()).toBe('In between')
      const again = await ask('ask-1', { body: { name: 'Renamed', ...(revision && { revision }) } })
      expect(again).toMatchObject({ code: 'approval_declined', detail: expect.stringMatching(/could not be executed/) })
    },
  )

  it('a change is shown in the language that is asked for, and says whether it creates something', async () => {
    const shown = async (id: string, query = {}) =>
      (await on.call(owner, getApproval, { path: { approval_id: id }, query })).data
    const renaming = await idOf()
    expect(await shown(renaming)).toMatchObject({ is_new: false, changes_in_words: [{ field: 'name' }] })
    expect(await shown(renaming, { language: 'fr' })).toMatchObject({ changes_in_words: [{ field: 'nom' }] })
    const steps = [
      { kind: 'page', match: '/a' },
      { kind: 'page', match: '/b' },
    ]
    const asked = on.confirm(agent, createFunnel, { body: { name: 'F', steps, window_minutes: 60 } }, 'ask-funnel')
    const { is_new, changes_in_words: changes } = await shown(await idOf(asked), { language: 'de' })
    expect(is_new).toBe(true)
    expect(changes).toContainEqual({ field: 'Zeit bis zum Abschluss', from: 'keine', to: '1 Stunde' })
  })

  it('lets those decide who may make the change, and shows it to nobody else', async () => {
    const id = await idOf()
    for (const role of ['editor', 'viewer'] as const) {
      const person = await on.person(role)
      expect((await approve(id, person)).code).toBe('role_forbidden')
      expect((await decline(id, undefined, person)).code).toBe('role_forbidden')
      expect((await on.call(person, listApprovals)).data).toEqual([])
    }
    const stranger = await (await scenarioOn(database)).person('owner')
    for (const by of [stranger])
      for (const operation of [approveChange, declineChange, getApproval])
        expect((await on.call(by, operation, { path: { approval_id: id }, body: {} })).code).toBe('not_found')
    const admin = await on.person('admin')
    expect((await on.call(admin, listApprovals)).data).toMatchObject([{ id, state: 'waiting' }])
    expect((await approve(id, admin)).data.result.state).toBe('executed')
  })

  it('needs the role that the input of the change needs', async () => {
    const { member } = on.people.viewer
    const input = { path: { member }, body: { role: 'owner' } }
    const id = (await on.confirm(agent, updateMember, input, 'make-owner')).data.approval.id
    expect((await approve(id, await on.person('admin'))).code).toBe('role_forbidden')
    expect((await approve(id)).data.result.state).toBe('executed')
  })

  it('does not let a person who lost the role approve', async () => {
    const id = await idOf()
    const admin = await on.person('admin')
    await database.store.transaction(({ store }) =>
      store.members.setRole(on.product, on.people.admin.member, 'viewer', timestamp(database.clock.now())),
    )
    expect((await approve(id, admin)).code).toBe('role_forbidden')
    expect(await nameNow()).toBe('Example')
  })

  it('lets no credential approve, itself or another', async () => {
    const id = await idOf()
    for (const by of [agent, on.owner])
      for (const operation of [approveChange, declineChange, getApproval, listApprovals]) {
        const path = operation === listApprovals ? {} : { approval_id: id }
        expect((await on.call(by, operation, { path, body: {} }, { confirm: true, key: 'k' })).code).toBe(
          'credential_not_accepted',
        )
      }
    expect(await nameNow()).toBe('Example')
  })

  it('a change on no product is for the account of the credential', async () => {
    const asked = await on.confirm(agent, createProduct, { body: { name: 'New shop', timezone: 'UTC' } }, 'new')
    const { id } = asked.data.approval
    expect((await approve(id, await on.person('admin'))).code).toBe('not_found')
    expect((await approve(id)).data.result).toMatchObject({ state: 'executed', product: null })
    expect(
      await on.confirm(agent, createProduct, { body: { name: 'New shop', timezone: 'UTC' } }, 'new'),
    ).toMatchObject({
      data: { result: { name: 'New shop' } },
      idempotency: { replayed: true },
    })
  })

  it.each(['apr_', 'apr_nobody', 'x', "apr_' OR '1'='1", '../apr_1', '', 'apr_😀', `apr_${'a'.repeat(60)}`])(
    'answers not_found for the id %j',
    async (id) => {
      expect((await approve(id)).code).toBe('not_found')
      expect((await decline(id)).code).toBe('not_found')
      expect((await on.call(owner, getApproval, { path: { approval_id: id } })).code).toBe('not_found')
    },
  )

  it('a preview of an approval executes nothing', async () => {
    const id = await idOf()
    const shown = await on.preview(owner, approveChange, { path: { approval_id: id } })
    expect(shown.data).toMatchObject({ state: 'previewed', summary: 'Approve: Rename “Example” to “Renamed”.' })
    expect(await nameNow()).toBe('Example')
    expect((await ask()).data.state).toBe('awaiting_approval')
  })

  it('rejects a change that makes a secret, in its preview and its confirmation', async () => {
    const key = { body: { name: 'Reader', kind: 'api', scopes: ['analytics:read'] } } as const
    const token = { body: { name: 'Child', scopes: ['team:read'], products: { mode: 'all' } } } as const
    for (const [operation, input] of [
      [createProductKey, key],
      [createToken, token],
    ] as const)
      for (const answer of [await on.preview(agent, operation, input), await on.confirm(agent, operation, input)])
        expect(answer).toMatchObject({ code: 'invalid_request', fields: ['Service-Confirm'] })
  })

  it('a credential that previews first needs its preview too', async () => {
    const both = await on.token({ scopes: ['settings:write'], limits: { approval: true, preview_first: true } })
    expect((await ask('k', RENAME, both)).code).toBe('invalid_request')
    const { preview } = await on.preview(both, updateProduct, RENAME)
    const confirmed = await on.call(both, updateProduct, RENAME, { confirm: true, key: 'k', preview })
    expect(confirmed.data.state).toBe('awaiting_approval')
  })

  it('a yes in the client of the credential does not replace the approval', async () => {
    const confirmed = { confirm: true, key: 'yes', personAsked: true, revision: 1 } as const
    expect((await on.call(agent, updateProduct, RENAME, confirmed)).data.state).toBe('awaiting_approval')
    expect((await on.call(agent, updateProduct, RENAME, { ...confirmed, key: 'old', revision: 9 })).code).toBe(
      'revision_conflict',
    )
  })

  it('bounds how many changes of a credential and of an account wait', async () => {
    for (let n = 0; n < WAITING_MAX.credential; n++) await ask(`n${n}`, { body: { name: `Name ${n}` } })
    expect(await ask('beyond')).toMatchObject({
      code: 'quota_exceeded',
      detail: `The quota of ${WAITING_MAX.credential} changes of this credential that wait for approval is used up.`,
    })
    const decided = (await ask('n0', { body: { name: 'Name 0' } })).data.approval.id
    await decline(decided)
    expect((await ask('beyond')).data.state).toBe('awaiting_approval')
    for (let t = 1; t < WAITING_MAX.account / WAITING_MAX.credential; t++) {
      const token = await on.token({ scopes: ['settings:write'], limits: { approval: true } })
      for (let n = 0; n < WAITING_MAX.credential; n++) await ask(`n${n}`, RENAME, token)
    }
    const last = await on.token({ scopes: ['settings:write'], limits: { approval: true } })
    expect((await ask('k', RENAME, last)).detail).toContain('changes of this account that wait for approval')
    const others = await on.token({ role: 'admin', scopes: ['settings:write'], limits: { approval: true } })
    expect((await ask('k', RENAME, others)).detail).toContain('changes of this product that wait for approval')
  })

  it('bounds how many changes of an account ask for approval in a day, also when each is declined at once', async () => {
    const id = await idOf()
    await decline(id)
    const asked = existing(await database.store.approvals.find(id as ApprovalId))
    const { decision: _, ...approval } = asked
    await database.store.transaction(async ({ store }) => {
      for (let n = 1; n < ASKED_PER_DAY; n++) {
        const other = { ...approval, id: database.ids.approval() }
        await store.approvals.insert(other)
        await store.approvals.decide(other.id, existing(asked.decision))
      }
    })
    expect((await ask('ask-2')).detail).toBe(`An account can ask approval for ${ASKED_PER_DAY} changes in 24 hours.`)
    database.clock.advance(DAY_MS + 1)
    expect((await ask('ask-3')).data.state).toBe('awaiting_approval')
  })

  it('mails the person of the credential with a link and without text of others in the subject', async () => {
    const id = await idOf(ask('k', { body: { name: 'A\u2028B <b>' } }))
    const mails = await database.store.outbox.list(200)
    const mail = mails.find(({ to }) => to === on.people.owner.account.email)
    expect(mail).toMatchObject({ subject: 'A change waits for your approval in Footfall' })
    expect(mail?.text).toContain(`https://stats.example/account/approvals/${id}`)
    expect(mail?.text).toContain('Your access token “Seeded token” asks for a change on “Example”:')
  })

  it('writes to each Slack channel that gets reports of the product, once', async () => {
    const report = (name: string, url: string, format: 'slack' | 'generic' = 'slack') => ({
      body: { name, schedule: { every: 'week', weekday: 1, hour: 8 }, target: { kind: 'webhook', format, url } },
    })
    for (const [name, url, format] of [
      ['One', 'https://hooks.slack.com/services/T/B/one', 'slack'],
      ['Two', 'https://hooks.slack.com/services/T/B/one', 'slack'],
      ['Three', 'https://hooks.slack.com/services/T/B/two', 'slack'],
      ['Four', 'https://example.com/hook', 'generic'],
    ] as const)
      expect((await on.call(owner, createReport, report(name, url, format))).code).toBeUndefined()
    const id = await idOf()
    const now = timestamp(database.clock.now())
    const taken = await database.store.transaction(({ store }) => store.deliveries.take(now, timestamp(1e13), 500))
    const sent = taken.filter(({ subject }) => subject.product === on.product)
    expect(sent.map(({ recipient }) => recipient)).toMatchObject([{ format: 'slack' }, { format: 'slack' }])
    expect(sent[0]?.message).toMatchObject({
      link: { label: 'Approve or decline', url: `https://stats.example/account/approvals/${id}` },
      sections: [{ blocks: [{ text: 'Rename “Example” to “Renamed”.' }] }],
    })
    const reports = await database.store.scheduledReports.list({ product: on.product })
    expect(await database.store.deliveries.last(reports.map(({ id }) => id))).toEqual(new Map())
  })

  it('creates and deletes what was approved, with the record and the audit entry', async () => {
    const steps = [
      { kind: 'page', match: '/' },
      { kind: 'event', match: 'Signup' },
    ] as const
    const input = { body: { name: 'Sign-ups', steps, window_minutes: 60 } }
    const create = () => on.confirm(agent, createFunnel, input, 'create')
    await approve((await create()).data.approval.id)
    const { data } = await create()
    expect(data.result).toMatchObject({ name: 'Sign-ups' })
    const remove = () => on.confirm(agent, deleteFunnel, { path: { funnel_id: data.result.id } }, 'remove')
    await approve((await remove()).data.approval.id)
    expect((await database.store.funnels.list(on.product, { limit: 5 })).rows).toEqual([])
    expect((await remove()).data.state).toBe('executed')
  })

  it('a person decides a tool of agents whose operation in the dashboard has another name, and undoes it', async () => {
    const { good } = await writeInputs(updateSegment, on)
    const tool = MCP_OPERATIONS.find(({ name }) => name === 'service_segments_update')
    if (tool?.kind !== 'write') throw new TypeError('service_segments_update is a write')
    const asked = () => on.confirm(agent, tool, { ...good, body: { name: 'By an agent' } }, 'segment')
    const editor = await on.person('editor')
    expect((await approve((await asked()).data.approval.id, editor)).data.result.state).toBe('executed')
    expect((await asked()).data.result).toMatchObject({ name: 'By an agent' })
    const entries = await database.store.audit.list({ product: on.product, limit: 5 })
    const entry = entries.find(({ operation }) => operation === tool.name)
    const undone = await on.call(owner, undoChange, { path: { entry: entry?.id } })
    expect(undone.data.result.result).toMatchObject({ name: 'Pricing' })
  })

  it('a change of a credential without approval is made at once', async () => {
    const free = await authenticate(on.owner.secret, servicesOn(database), { product: on.product })
    await on.confirm(free, updateProduct, RENAME)
    expect((await on.call(owner, listApprovals, { query: { state: 'all' } })).data).toEqual([])
    expect((await entries())[0]).not.toHaveProperty('approved_by')
  })

  it('a child of a token with approval needs approval too', async () => {
    const parent = await on.token({ scopes: [...SCOPES], limits: { approval: true } })
    const child = await on.token({ scopes: ['settings:write'], parent: parent.token, limits: { approval: true } })
    expect((await ask('k', RENAME, child)).data.state).toBe('awaiting_approval')
    const freed = { path: { token_id: child.token.id }, body: { approval: false } }
    expect((await on.call(owner, updateToken, freed)).code).toBe('delegation_exceeded')
  })
})
