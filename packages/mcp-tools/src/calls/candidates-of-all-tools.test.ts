import { existing, LocalDate, type ProductId, TokenId, timestamp } from '@footfall/core-domain'
import { MCP_OPERATIONS, toolsetOf } from '@footfall/operations'
import { SCOPES } from '@footfall/scopes-policy'
import {
  type SeededProduct,
  seedFunnel,
  seedProduct,
  seedProductKey,
  seedReport,
  seedToken,
  testDatabase,
} from '@footfall/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { serveSuite } from '../test-support-suite.ts'

const ALL = '?toolset=analytics,settings,team,tokens,content'
const TARGET = { kind: 'email', addresses: ['reader@example.com'] } as const

/** What a tool needs in addition to the name. */
const NEEDED: Readonly<Record<string, object>> = {
  service_funnels_update: {
    name: 'Renamed',
    steps: [
      { kind: 'page', match: '/' },
      { kind: 'page', match: '/pricing' },
    ],
    window_minutes: 60,
  },
  service_team_update: { role: 'viewer' },
  service_segments_update: { name: 'Renamed' },
  service_annotations_update: { title: 'Renamed' },
  service_alerts_update: { name: 'Renamed' },
  service_reports_update: { name: 'Renamed' },
  service_analytics_journeys: { page: '/' },
}

/** Every argument of a tool that names something of a product or an account. */
const NAMING = MCP_OPERATIONS.flatMap(({ name, params, query, product }) => [
  ...(product === 'none' ? [] : ([[name, 'product']] as const)),
  ...Object.keys(params.shape).map((param) => [name, param] as const),
  ...(Object.hasOwn(query.shape, 'segment') ? ([[name, 'segment']] as const) : []),
])

describe('a name that no id has', () => {
  const database = testDatabase('sqlite')
  const served = serveSuite(database)
  let token: string
  let own: Readonly<Record<string, { readonly id: string; readonly text: string }>>
  /** Ids of another product and of a sibling token, none of which may be listed. */
  let hidden: readonly string[]
  let product: ProductId

  beforeAll(async () => {
    const seeded = await seedProduct(database, { name: 'Lumen Notes' })
    product = seeded.product
    const caller = await seedToken(database, seeded.people.owner.account, {
      scopes: SCOPES,
      products: { mode: 'selected', ids: [product] },
    })
    token = caller.secret
    const { id, prefix } = caller.token
    own = { ...(await filled(seeded)), product: { id: product, text: 'Lumen' }, token_id: { id, text: prefix } }
    const sibling = await seedToken(database, seeded.people.owner.account, { scopes: SCOPES })
    const other = await seedProduct(database, { name: 'Lumen Secret' })
    await database.store.transaction(async ({ store }) => {
      const { account } = seeded.people.owner
      const member = { id: database.ids.member(), email: account.email, role: 'owner' as const, account: account.id }
      await store.members.insert(other.product, { ...member, at: timestamp(database.clock.now()) })
    })
    const others = Object.values(await filled(other)).map((one) => one.id)
    hidden = [...others, other.product, sibling.token.id]
  })

  async function filled(seeded: SeededProduct) {
    const at = timestamp(database.clock.now())
    const made = { created_at: at, revision: 1, updated_at: at }
    const [segment, annotation, alert] = [database.ids.segment(), database.ids.annotation(), database.ids.alert()]
    const filters = [{ dimension: 'page' as const, operator: 'is' as const, values: ['/'] }]
    await database.store.segments.insert(seeded.product, { id: segment, name: 'Readers of prices', filters, ...made })
    const date = LocalDate.parse('2026-11-01')
    await database.store.annotations.insert(seeded.product, { id: annotation, date, title: 'Launch day', ...made })
    await database.store.alerts.insert({
      ...{ id: alert, product: seeded.product, name: 'Spikes of visitors', target: TARGET, due_at: at, ...made },
      rule: { kind: 'spike', span: 'hour', percent: 100, minimum: 50 },
      active_since: undefined,
      last_judgement: undefined,
    })
    const report = await seedReport(database, { product: seeded.product })
    const funnel = await seedFunnel(database, seeded.product, 'Way to sign up')
    const { key } = await seedProductKey(database, seeded.product)
    const { member, account } = seeded.people.editor
    return {
      member: { id: member, text: account.email },
      funnel_id: { id: funnel.id, text: 'Way to sign' },
      key_id: { id: key.id, text: key.name },
      segment: { id: segment, text: 'Readers of price' },
      annotation_id: { id: annotation, text: 'Launch' },
      alert: { id: alert, text: 'Spikes of visitor' },
      report: { id: report.id, text: report.name },
    }
  }

  const call = async (tool: string, given: Record<string, unknown>) => {
    const { body } = await served.call(tool, { ...NEEDED[tool], ...given }, token, { query: ALL })
    return { text: String(body.result.content[0].text), isError: body.result.isError === true, body }
  }
  const onProduct = (tool: string, given: Record<string, unknown>) =>
    call(tool, MCP_OPERATIONS.find(({ name }) => name === tool)?.product === 'none' ? given : { product, ...given })

  it('the table has every kind of name', () => {
    const kinds = new Set(NAMING.map(([, param]) => param))
    expect([...kinds].toSorted()).toEqual(Object.keys(own).toSorted())
    expect(MCP_OPERATIONS.filter((operation) => toolsetOf(operation) === 'content')).toHaveLength(13)
  })

  it.each(NAMING)(
    '%s lists the candidates for an unknown %s, and nothing that the token may not see',
    async (tool, param) => {
      const { id, text } = existing(own[param])
      const answer = await onProduct(tool, { [param]: text })
      expect(answer.isError, answer.text).toBe(true)
      expect(answer.text).toContain(id)
      for (const given of [text, 'Seeded', 'Lumen Secret', ...hidden]) {
        const said = (await onProduct(tool, { [param]: given })).text.replaceAll(given, '')
        for (const one of hidden.filter((each) => each !== given)) expect(said).not.toContain(one)
      }
    },
  )

  it('a segment is meant by its name in letters of either case, and by its id', async () => {
    const { id } = existing(own.segment)
    const asked = { metric: 'visitors', period: '7d' }
    const answers = await Promise.all(
      [id, 'Readers of prices', 'readers OF prices'].map((segment) =>
        onProduct('service_analytics_query', { ...asked, segment }),
      ),
    )
    expect(answers.map(({ isError }) => isError)).toEqual([false, false, false])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const overview = await onProduct('service_analytics_query', { segment: 'Readers of prices' })
    expect(overview.body.result.structuredContent.data.link).toContain(`segment=${id}`)
  })

  it('an alert that is sent like another lists the alerts and reports of the product', async () => {
    const target = { kind: 'same_as', of: 'Spikes' }
    const answer = await onProduct('service_alerts_create', { name: 'More', rule: { kind: 'spike' }, target })
    expect(answer.isError).toBe(true)
    expect(answer.text).toContain(`“Spikes of visitors” (${existing(own.alert).id})`)
  })

  it.each(['', ' ', 'x'.repeat(400), "'; DROP TABLE segments; --", '\u202e\u0000', 'seg_', '🧪'])(
    'a segment named %j is rejected as a name of none',
    async (segment) => {
      const { body, isError } = await onProduct('service_analytics_query', { metric: 'visitors', segment })
      expect(isError).toBe(true)
      expect(body.result.structuredContent).toMatchObject({ code: 'invalid_request', errors: [{ path: 'segment' }] })
    },
  )

  it('a token that was not given by its id is not revoked', async () => {
    const { id, text } = existing(own.token_id)
    await call('service_tokens_revoke', { token_id: text, confirm: true, idempotency_key: 'never' })
    expect(existing(await database.store.tokens.find(TokenId.parse(id))).token.status).toBe('active')
  })
})
