import { join } from 'node:path'
import { createClient, isFootfallError } from '@footfall/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExampleFolder, exampleFolder, hasPython, readPage } from './client-examples.ts'
import { type Demo, demoDirectory } from './demo-directory.ts'
import { codeBlocks } from './packages-tarballs.ts'
import { readJson, type ServerProcess, startServer, type TemporaryDirectory } from './server-process.ts'

const HOW_TO = 'docs/how-to/use-the-client.md'

let directory: TemporaryDirectory
let server: ServerProcess
let demo: Demo
let examples: ExampleFolder
let product: string
let env: Record<string, string>

beforeAll(async () => {
  directory = await demoDirectory()
  server = await startServer({ dataDir: directory.path, env: { RATE_LIMIT_WRITES: '0' } })
  demo = await readJson<Demo>(join(directory.path, 'demo.json'))
  product = demo.products[0]?.id ?? ''
  env = { SERVICE: server.url, TOKEN: demo.account_token, PRODUCT: product }
  examples = await exampleFolder()
})
afterAll(async () => {
  await examples?.remove()
  await server?.end()
  await directory?.remove()
})

const client = () => createClient({ server: server.url, token: demo.account_token })

describe('the examples of the client', () => {
  it('the README runs as written against the service', async () => {
    const [first, second] = await examples.run('packages/client/README.md', 'ts', env)
    const lines = first?.trim().split('\n') ?? []
    expect(lines[0]).toBe('visitors true')
    expect(lines.filter((line) => line.startsWith('product ')).length).toBe(demo.products.length)
    expect(lines.slice(-4)).toEqual([
      expect.stringContaining('“Reads on”'),
      'false',
      'true',
      expect.stringMatching(/^(invalid_request 400|not_found 404)$/),
    ])
    expect(second).toBe('true\n')
  })

  it('preview, confirm and replay are shown in ten lines of TypeScript, which run as written', async () => {
    const [block] = codeBlocks(await readPage(HOW_TO), 'ts')
    expect(block?.code.trim().split('\n').length).toBeLessThanOrEqual(10)
    const [printed] = await examples.run(HOW_TO, 'ts', env)
    expect(printed).toMatch(/^Rename “.+” to “Lumen”\.\ntrue\n$/)
    expect((await client().products.get({ product })).data.name).toBe('Lumen')
  })

  it('the same is shown in Python, and runs as written where Python is installed', async ({ skip }) => {
    if (!(await hasPython())) skip('There is no Python 3.9.')
    const [printed] = await examples.run(HOW_TO, 'py', env)
    expect(printed).toMatch(/^Rename “.+” to “Lumen Notes”\.\nTrue\n$/)
    expect((await client().products.get({ product })).data.name).toBe('Lumen Notes')
  })
})

describe('the client against the service', () => {
  it('a marker is written once under one key, and appears in the annotations and in the numbers', async () => {
    const footfall = client()
    const given = { product, date: '2026-01-05', title: 'Deployed <b>1.2.0</b>', note: 'By a program.' }
    const change = footfall.annotations.create(given, { key: 'marker-1' })
    expect(await change.preview()).toMatchObject({ state: 'previewed', operation: 'service_annotations_create' })
    const [first, second] = [
      await change.settle(),
      await footfall.annotations.create(given, { key: 'marker-1' }).settle(),
    ]
    expect([first.meta.idempotency.replayed, second.meta.idempotency.replayed]).toEqual([false, true])
    expect(second.result).toEqual(first.result)
    const listed = await footfall.diagnostics.annotations({ product, from: '2026-01-05', to: '2026-01-05' })
    expect(listed.data.annotations.filter(({ id }) => id === first.result?.id)).toMatchObject([{ title: given.title }])
    const other = footfall.annotations.create({ ...given, title: 'Other' }, { key: 'marker-1' })
    await expect(other.confirm()).rejects.toMatchObject({ code: 'idempotency_conflict', key: 'marker-1' })
  })

  it('every read without further fields answers, over REST and as a tool', async () => {
    const footfall = client()
    const reads = [
      footfall.products.get({ product }),
      footfall.analytics.catalog({ product }),
      footfall.analytics.realtime({ product }),
      footfall.analytics.goals({ product }),
      footfall.analytics.crawlers({ product }),
      footfall.diagnostics.health({ product }),
      footfall.domains.get({ product }),
      footfall.funnels.list({ product }),
      footfall.team.list({ product }),
      footfall.account.get(),
      footfall.tokens.list(),
      footfall.segments.list({ product }),
      footfall.alerts.list({ product }),
      footfall.analytics.errors({ product }),
    ]
    for (const { data, requestId } of await Promise.all(reads)) {
      expect(data).toBeTypeOf('object')
      expect(requestId).toMatch(/\S/)
    }
  })

  it('conditions, lists and comparisons arrive as they were given', async () => {
    const { data, meta } = await client().analytics.query({
      product,
      metric: ['visitors', 'bounce_rate'],
      dimension: ['page'],
      period: '30d',
      filters: [{ dimension: 'country', operator: 'is', values: ['DE', 'FR'] }],
      limit: 3,
    })
    expect(meta.filters).toMatchObject([{ dimension: 'country', operator: 'is', values: ['DE', 'FR'] }])
    expect(JSON.stringify(data)).toContain('bounce_rate')
  })

  it('hundred confirmations of one change at the same time are one change', async () => {
    const footfall = client()
    const change = footfall.funnels.create({
      product,
      name: 'Many at once',
      steps: [
        { kind: 'page', match: '/' },
        { kind: 'page', match: '/pricing' },
      ],
      window_minutes: 60,
    })
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => change.settle()))
    expect(new Set(outcomes.map(({ result }) => result?.id)).size).toBe(1)
    expect(outcomes.filter(({ meta }) => !meta.idempotency.replayed)).toHaveLength(1)
  })

  it('a token is made with its secret once, and an unknown one is an error with its code', async () => {
    const footfall = client()
    const given = { name: 'From the client', scopes: ['products:read'], products: { mode: 'all' } } as const
    const made = footfall.tokens.create({ ...given, scopes: [...given.scopes] })
    const first = await made.settle()
    expect(first.secret).toMatch(/^jt_/)
    expect(await made.settle()).toMatchObject({ secret_returned_once: true })
    const narrow = createClient({ server: server.url, token: first.secret ?? '' })
    const rejected = await Promise.resolve(narrow.team.list({ product })).catch((error: unknown) => error)
    expect(isFootfallError(rejected, 'insufficient_scope')).toBe(true)
    const unknown = createClient({ server: server.url, token: `jt_${'a'.repeat(49)}` })
    await expect(Promise.resolve(unknown.products.list())).rejects.toMatchObject({ code: 'invalid_token', status: 401 })
  })
})
