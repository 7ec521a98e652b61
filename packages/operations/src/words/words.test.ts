import { ProductId, TimeZone, timestamp } from '@footfall/core-domain'
import { changeLines, changesInWords, Preview } from '@footfall/kernel'
import { deleteRows, seedToken, testDatabase } from '@footfall/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import type { WriteOperation } from '../definition/operation.ts'
import { createToken } from '../features/tokens/create.ts'
import { MCP_OPERATIONS } from '../interface.ts'
import { DECLARED } from '../registry.ts'
import { type CallingScenario, scenarioOn, writeInputs } from '../test-support/index.ts'
import { footfallWords } from './footfall-words.ts'

const TOOLS = new Set(MCP_OPERATIONS.map(({ name }) => name))
const WRITES = [...DECLARED, ...MCP_OPERATIONS.filter(({ scope }) => scope === 'content:write')].filter(
  (operation): operation is WriteOperation => operation.kind === 'write',
)

type Previewed = { readonly data?: unknown; readonly meta?: unknown }

/** Everything that a person reads in a preview. */
function wordsOf({ data, meta }: Previewed): string {
  const { summary, changes, warnings } = Preview.parse(data)
  const { names } = meta as { readonly names?: Record<string, string> }
  const lines = changesInWords(changes, { names, special: footfallWords }).flatMap(changeLines)
  return [summary, ...lines, ...warnings].join('\n')
}

/** Code in the place of words, and ids of products that are not beside a name. */
const NO_WORDS = [/\{"/, /\["/, /\[object/, /1 entries/, /undefined/, /(?<!\()prd_/]

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
        const text = wordsOf(await on.preview(by, operation, input))
        for (const code of NO_WORDS) expect(text).not.toMatch(code)
      }
    },
  )

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
    const words = { names: { prd_shown: 'Shown' }, special: footfallWords }
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
