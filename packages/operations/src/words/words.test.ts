import { type Language, ProductId, TimeZone, timestamp } from '@footfall/core-domain'
import { changeLines, changesInWords, Preview } from '@footfall/kernel'
import { isScope } from '@footfall/scopes-policy'
import { deleteRows, seedToken, testDatabase } from '@footfall/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { WriteOperation } from '../definition/operation.ts'
import { createToken } from '../features/tokens/create.ts'
import { wordsOfField } from '../inputs/field-words.ts'
import { MCP_OPERATIONS } from '../interface.ts'
import { DECLARED } from '../registry.ts'
import { type CallingScenario, scenarioOn, writeInputs } from '../test-support/index.ts'
import { footfallWords } from './footfall-words.ts'

const TOOLS = new Set(MCP_OPERATIONS.map(({ name }) => name))
const WRITES = [...DECLARED, ...MCP_OPERATIONS.filter(({ scope }) => scope === 'content:write')].filter(
  (operation): operation is WriteOperation => operation.kind === 'write',
)

const ENGLISH = footfallWords('en')

type Previewed = { readonly data?: unknown; readonly meta?: unknown }

/** Everything that a person reads in a preview. */
function wordsOf({ data, meta }: Previewed): string {
  const { summary, changes, warnings } = Preview.parse(data)
  const { names } = meta as { readonly names?: Record<string, string> }
  const lines = changesInWords(changes, { ...ENGLISH, names }).flatMap(changeLines)
  return [summary, ...lines, ...warnings].join('\n')
}

/** Code in the place of words, and ids of products that are not beside a name. */
const NO_WORDS = [/\{"/, /\["/, /\[object/, /1 entries/, /undefined/, /(?<!\()prd_/]

const Schema = z.object({
  get properties() {
    return z.record(z.string(), Schema).default({})
  },
  get anyOf() {
    return z.array(Schema).default([])
  },
  get oneOf() {
    return z.array(Schema).default([])
  },
  enum: z.array(z.unknown()).default([]),
  const: z.unknown().optional(),
  items: z.object({ enum: z.array(z.unknown()).default([]) }).optional(),
})

/** The paths of the fields of a body, and of those within them. */
function pathsIn({ properties, anyOf, oneOf }: z.output<typeof Schema>, prefix = ''): readonly string[] {
  const own = Object.entries(properties).flatMap(([name, inner]) => [
    prefix + name,
    ...pathsIn(inner, `${prefix}${name}.`),
  ])
  return [...own, ...[...anyOf, ...oneOf].flatMap((inner) => pathsIn(inner, prefix))]
}

/** The values of fixed lists in a body, such as `platform=ios`, without those of things in a list, which have words as a whole. */
function valuesIn({ properties, anyOf, oneOf, ...list }: z.output<typeof Schema>, prefix = ''): readonly string[] {
  const own = [...list.enum, ...(list.items?.enum ?? []), ...(list.const === undefined ? [] : [list.const])]
  return [
    ...own.map((value) => `${prefix}=${String(value)}`),
    ...Object.entries(properties).flatMap(([name, inner]) =>
      valuesIn(inner, prefix === '' ? name : `${prefix}.${name}`),
    ),
    ...[...anyOf, ...oneOf].flatMap((inner) => valuesIn(inner, prefix)),
  ]
}

const namedValue = (path: string, value: string) => wordsOfField(path)?.value?.(value)

/** The fields of a body that change nothing themselves: proofs, and the choice of a recipient. */
const NO_CHANGES = new Set(['revision', 'code', 'response', 'setup', 'target.of'])

describe('the words of a preview', () => {
  const database = testDatabase('sqlite')
  afterEach(() => deleteRows(database))

  it.each(WRITES.map((operation) => [operation.name, operation] as const))(
    'the preview of %s contains no code and no product without its name',
    async (name, operation) => {
      const on = await scenarioOn(database)
      const by = TOOLS.has(name) ? on.owner : await on.person('owner')
      const { good, other } = await writeInputs(operation, on)
      for (const input of other === undefined ? [good] : [good, other]) {
        const previewed = await on.preview(by, operation, input)
        for (const { path } of Preview.parse(previewed.data).changes) expect(wordsOfField(path), path).toBeDefined()
        const text = wordsOf(previewed)
        for (const code of NO_WORDS) expect(text).not.toMatch(code)
      }
    },
  )

  it('every field of the body of an operation has words for a person', () => {
    const paths = WRITES.flatMap(({ body }) =>
      body === undefined ? [] : pathsIn(Schema.parse(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))),
    )
    expect(paths).toContain('window_minutes')
    const unnamed = paths.filter((path) => !NO_CHANGES.has(path) && wordsOfField(path) === undefined)
    expect([...new Set(unnamed)]).toEqual([])
  })

  it.each([
    ['window_minutes', 1_440, 'time to complete: 1 day'],
    ['window_minutes', 90, 'time to complete: 90 minutes'],
    ['lifetime_seconds', 3_600, 'longest lifetime of a child token: 1 hour'],
    ['retention_days', 1_095, 'how long events are kept: 1,095 days'],
    ['date', '2026-11-02', 'day: 2 November 2026'],
    ['expires_at', null, 'expires: never'],
    ['schedule.hour', 8, 'time of day: 08:00'],
    ['platform', 'ios', 'platform: iOS'],
    ['toolsets', ['analytics', 'team'], 'only these tool groups: analytics, team'],
    ['claims', { repository: 'acme/site' }, 'claims: repository=acme/site'],
    ['language', 'pt-BR', 'language: Brazilian Portuguese'],
    ['suppression_threshold', 0, 'withhold numbers of fewer visitors than: show all'],
  ])('the field %s of %j is shown as a person says it', (path, to, line) => {
    expect(changesInWords([{ path, from: null, to }], ENGLISH).flatMap(changeLines)).toEqual([`- ${line}`])
  })

  it('every value of a fixed list in the body of an operation has words for a person', () => {
    const values = WRITES.flatMap(({ body }) =>
      body === undefined ? [] : valuesIn(Schema.parse(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))),
    )
    expect(values).toContain('platform=macos')
    const unnamed = values.filter((value) => {
      const [path = '', name = ''] = value.split('=')
      // The word of a kind of alert is its name where it has no other.
      const isWord = path === 'rule.kind' || path.startsWith('target.of') || name === 'same_as' || isScope(name)
      return !isWord && namedValue(path, name) === undefined
    })
    expect([...new Set(unnamed)]).toEqual([])
  })

  const CHANGED: readonly (readonly [path: string, to: unknown, language: Language, line: string])[] = [
    ['window_minutes', 90, 'de', 'Zeit bis zum Abschluss: 90 Minuten'],
    ['retention_days', 900, 'de', 'Aufbewahrung der Ereignisse: 900 Tage'],
    ['date', '2026-11-02', 'es', 'día: 2 de noviembre de 2026'],
    ['date', '2026-11-02', 'ja', '日付: 2026年11月2日'],
    ['expires_at', null, 'pt-BR', 'expira: nunca'],
    ['expires_at', '2027-01-31T00:00:00Z', 'de', 'läuft ab: 31. Januar 2027, 00:00 UTC'],
    ['schedule.weekday', 1, 'zh-CN', '星期: 星期一'],
    ['role', 'viewer', 'ja', '役割: 閲覧者'],
    ['toolsets', ['analytics', 'team'], 'ja', '次のツールグループのみ: 統計と診断、チーム'],
    ['limits.toolsets', ['team'], 'de', 'nur diese Werkzeuggruppen: Team'],
    ['visitor_identity', 'daily', 'fr', 'visiteurs: nouveaux chaque jour'],
    ['enabled', true, 'es', 'activado: sí'],
    ['countries', [{ code: 'DE' }], 'pt-BR', 'países: Alemanha (DE)'],
    ['suppression_threshold', 0, 'de', 'Zahlen zurückhalten bei weniger Besuchern als: alle zeigen'],
    [
      'rule',
      { kind: 'errors', span: 'hour', measure: 'lcp', limit: 4_000 },
      'de',
      'Regel: LCP über 4000 ms in einer Stunde',
    ],
    ['schedule', { every: 'month', day: 31, hour: 8 }, 'fr', 'planification: le 31 de chaque mois à 08:00'],
    ['steps', [{ kind: 'page', match: '/preise' }], 'de', 'Schritte: Seite /preise'],
    [
      'filters',
      [{ dimension: 'entry_page', operator: 'is_not', values: ['/a', '/b'] }],
      'de',
      'Filter: Einstiegsseite ist nicht /a oder /b',
    ],
    ['scopes', ['funnels:read'], 'de', 'Berechtigungen: Funnels und ihre Ergebnisse sehen (funnels:read)'],
  ]
  it.each(CHANGED)('the field %s of %j is shown in %s as %s', (path, to, language, line) => {
    const lines = changesInWords([{ path, from: undefined, to }], footfallWords(language)).flatMap(changeLines)
    expect(lines.map((text) => text.replace(/^- ([^:]*): .* → /, '- $1: '))).toEqual([`- ${line}`])
  })

  it('a model reads the field and the value that it sends', () => {
    const change = { path: 'window_minutes', from: 60, to: 1_440 }
    const lines = changesInWords([change], { ...ENGLISH, exact: true }).flatMap(changeLines)
    expect(lines).toEqual(['- window_minutes: 60 → 1440'])
  })

  const addProduct = async ({ people }: CallingScenario, name: string) => {
    const id = database.ids.product()
    const [timezone, created_at] = [TimeZone.parse('UTC'), timestamp(database.clock.now())]
    await database.store.transaction(({ store }) =>
      store.products.insert(
        { id, name, timezone, created_at },
        { member: database.ids.member(), account: people.owner.account.id },
      ),
    )
    return id
  }

  it('the preview of a new token says what it can do, on which products, until when and with which limits', async () => {
    const on = await scenarioOn(database, { name: 'Lumen Notes' })
    const blog = await addProduct(on, 'Blog')
    const body = {
      name: 'el 18',
      scopes: ['analytics:read', 'settings:write'],
      products: { mode: 'selected', ids: [on.product, blog] },
      read_only: true,
      expires_at: '2027-01-31T00:00:00Z',
    }
    const text = wordsOf(await on.preview(on.owner, createToken, { body }))
    const [summary] = text.split('\n')
    expect(summary).toContain(
      'it can read statistics and change settings, on “Lumen Notes” and “Blog”, until 31 January 2027, 00:00 UTC, read only.',
    )
    expect(text).toContain(`- products: Lumen Notes (${on.product}), Blog (${blog})`)
    expect(text).toContain(
      'Read statistics: visitors, pages, sources, goals, search and crawler reports (analytics:read)',
    )
  })

  it('the preview of a new token counts products that its account does not belong to, without their names', () => {
    const hidden = ProductId.parse('prd_hidden')
    const to = { mode: 'selected', ids: ['prd_shown', hidden] }
    const changes = [
      { path: 'products', from: null, to },
      { path: 'products.ids', from: ['prd_shown'], to: [hidden] },
    ]
    const words = { names: { prd_shown: 'Shown' }, ...ENGLISH }
    const text = changesInWords(changes, words).flatMap(changeLines).join('\n')
    expect(text).toContain('- products: Shown (prd_shown), 1 other product')
    expect(text).toContain('  - added: another product')
    expect(text).not.toContain(hidden)
  })

  it('the preview of a token with full access is one sentence about all products', async () => {
    const on = await scenarioOn(database)
    const { secret } = await seedToken(database, on.people.owner.account, {
      scopes: ['tokens:write', 'products:write'],
    })
    const body = { name: 'x', scopes: ['tokens:write', 'products:write'], products: { mode: 'all' } }
    const { summary } = Preview.parse((await on.preview(secret, createToken, { body })).data)
    expect(summary).toContain('it can change account tokens and create products, on all products, without expiry.')
  })
})
