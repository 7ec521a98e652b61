import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RELEASE_VERSION } from '@footfall/core-domain'
import { lockDirectory } from '@footfall/ingest'
import { describe, expect, it } from 'vitest'
import { commandLine, NOW } from './test-support/command-line.ts'
import { prepareService } from './test-support/service.ts'

describe('the command line', () => {
  const { dataDir, footfall, json } = commandLine()
  const account = () => json('account create --email ada@example.com --name Ada')
  const token = () =>
    json('token create --account ada@example.com --name laptop --scopes analytics:read,tokens:read --products all')

  it('creates an account with a random password that is printed once', async () => {
    const { code, out } = await footfall('account create --email Ada@Example.com --name Ada')
    expect(code).toBe(0)
    expect(out).toMatch(/^Created acc_\w+ for ada@example\.com\.\nPassword \(shown this once\): \w{20,}$/)
    expect((await footfall('account list')).out).not.toMatch(/[Pp]assword/)
  })

  it('rejects a DATA_DIR that cannot be made, and says why', async () => {
    const file = join(dataDir(), 'file')
    await writeFile(file, '')
    for (const DATA_DIR of ['/proc/footfall', join(file, 'data')])
      expect(await footfall('account create --email ada@example.com --name Ada', { env: { DATA_DIR } })).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^footfall: DATA_DIR cannot be used\. .*(takes no files|is a file)/),
      })
  })

  it('reads a password from standard input and does not print it', async () => {
    const args = 'account create --email ada@example.com --name Ada --password-stdin'
    const { code, out } = await footfall(args, { stdin: 'correct horse battery' })
    expect(code).toBe(0)
    expect(out).not.toContain('correct')
    expect(await footfall(args, { stdin: 'correct horse battery' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('already exists'),
    })
    expect(await footfall(args.replace('ada', 'bob'), { stdin: 'short' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('password'),
    })
  })

  it('creates, lists, inspects and revokes tokens, and prints the secret only at creation', async () => {
    await account()
    const made = await token()
    expect(made.secret).toMatch(/^jt_\w{49}$/)
    const { tokens } = await json('token list')
    expect(tokens).toMatchObject([
      { id: made.token.id, account: 'ada@example.com', scopes: ['analytics:read', 'tokens:read'], depth: 0 },
    ])
    const everything = [
      await footfall('token list'),
      await footfall('token tree'),
      await footfall(`token inspect ${made.token.id}`),
    ]
    for (const { out } of everything) {
      expect(out).toContain(made.token.id)
      expect(out).not.toContain(made.secret)
    }
    expect(everything[2]?.out).not.toContain('expires_at')
    expect(everything[2]?.out).toMatch(
      /trusts {6}none\n {2}latest changes, by it, below it and to it:\n.*operator over cli/,
    )
    expect(await footfall(`token revoke ${made.token.id}`)).toMatchObject({
      code: 0,
      out: expect.stringContaining('0 tokens below it'),
    })
    expect((await json('token list')).tokens[0].status).toBe('revoked')
    expect(await footfall(`token revoke ${made.token.id}`)).toMatchObject({ code: 1 })
    const { entries } = await json('audit')
    const byOperation = entries.toSorted((one: { operation: string }, other: { operation: string }) =>
      one.operation.localeCompare(other.operation),
    )
    expect(byOperation).toMatchObject(
      ['account create', 'token create', 'token revoke'].map((operation) => ({
        operation,
        actor: { kind: 'operator' },
      })),
    )
  })

  /** Holds the lock of a running service. */
  const runService = async () => {
    await mkdir(join(dataDir(), 'ingest'), { recursive: true })
    return lockDirectory(join(dataDir(), 'ingest'))
  }

  it.each([
    ['an unknown command', 'dance', 2],
    ['a missing option', 'token create --account ada@example.com', 2],
    ['an unknown scope', 'token create --account ada@example.com --name x --scopes analytics:* --products all', 2],
    [
      'an invalid product id',
      'token create --account ada@example.com --name x --scopes analytics:read --products nonsense',
      2,
    ],
    [
      'a duration that is none',
      'token create --account ada@example.com --name x --scopes analytics:read --products all --expires soon',
      2,
    ],
    ['an unknown account', 'token create --account bob@example.com --name x --scopes analytics:read --products all', 1],
    [
      'a foreign product',
      'token create --account ada@example.com --name x --scopes analytics:read --products prd_other',
      1,
    ],
    [
      'products:write on a selection',
      'token create --account ada@example.com --name x --scopes products:write --products prd_other',
      1,
    ],
    ['an unknown token', 'token inspect tok_nothing', 1],
    ['an unknown record', 'idempotency inspect idm_nothing', 1],
    ['a resolution that is none', 'idempotency resolve idm_nothing --as maybe', 2],
    ['a record that is not there', 'idempotency resolve idm_nothing --as executed', 1],
    ['an instant that is none', 'audit --since yesterday', 2],
    ['a count that is none', 'audit --limit many', 2],
    ['a count that is too high', 'idempotency list --limit 1001', 2],
    ['an unknown account of entries', 'audit --account bob@example.com', 1],
    ['a shell that it does not know', 'completion tcsh', 2],
    ['an unknown product to import into', 'import events.ndjson --product prd_other', 1],
    ['a file that is not there', 'import events.dat --product prd_other', 1],
    ['an unknown option', 'account list --frobnicate', 2],
  ])('rejects %s with an error and no output', async (_, args, code) => {
    await account()
    await writeFile(join(dataDir(), 'events.ndjson'), '')
    const { code: got, out, err } = await footfall(args.replace('events.', join(dataDir(), 'events.')))
    expect({ code: got, out }).toEqual({ code, out: '' })
    expect(err).not.toBe('')
  })

  it('names the option and the product when a token is created for a product of another account', async () => {
    await account()
    const { err } = await footfall(
      'token create --account ada@example.com --name x --scopes analytics:read --products prd_other',
    )
    expect(err).toBe('footfall: --products prd_other: is not a product of this account')
  })

  it('names the account beside each token that no other token created', async () => {
    await account()
    const { token: made } = await token()
    expect((await footfall('token tree')).out).toBe(
      `${made.id}  laptop  active  ada@example.com  analytics:read,tokens:read`,
    )
  })

  it.each(['--version', '-V'])('prints the version of the release with %s', async (option) => {
    expect(await footfall(option)).toMatchObject({ code: 0, out: RELEASE_VERSION, err: '' })
  })

  it('prints an error as JSON on standard error with --json', async () => {
    await account()
    const { code, err } = await footfall('token inspect tok_nothing --json')
    expect(code).toBe(1)
    expect(JSON.parse(err)).toEqual({ error: { code: 'not_found', message: expect.stringContaining('tok_nothing') } })
  })

  it('prints usage errors as JSON with --json in any position', async () => {
    for (const args of ['--json account crate', 'account crate --json', 'token --json', 'audit --limit many --json']) {
      const { code, out, err } = await footfall(args)
      expect({ args, code, out }).toEqual({ args, code: 2, out: '' })
      expect(JSON.parse(err)).toEqual({ error: { code: 'usage', message: expect.stringMatching(/\w/) } })
    }
  })

  it('says what to do when a store is unavailable', async () => {
    const away = { DATABASE_URL: 'postgres://ada@127.0.0.1:1/footfall' }
    expect(await footfall('account list', { env: away })).toMatchObject({
      code: 1,
      err: 'footfall: The control database cannot be used. PostgreSQL: connect ECONNREFUSED 127.0.0.1:1\n    → Nothing listens at 127.0.0.1:1: start the server, or correct DATABASE_URL.',
    })
    const { code, err } = await footfall('migrate', { env: { CLICKHOUSE_URL: 'http://127.0.0.1:1' } })
    expect(code).toBe(1)
    expect(err).toContain('start the server, or correct CLICKHOUSE_URL.')
    expect((await footfall('idempotency inspect idm_nothing')).err).toContain('footfall idempotency list')
  })

  it('names an invalid environment variable', async () => {
    expect(await footfall('account list', { env: { DATABASE_URL: 'mysql://x' } })).toMatchObject({
      code: 2,
      err: expect.stringContaining('DATABASE_URL'),
    })
  })

  it('fills only an empty database with the demo, only once, and records it once', async () => {
    expect(await footfall('demo')).toMatchObject({
      code: 0,
      out: expect.stringContaining('3 products of demo@example.com'),
    })
    expect((await json('account list')).accounts).toHaveLength(4)
    expect((await footfall('demo')).code).toBe(0)
    expect((await json('account list')).accounts).toHaveLength(4)
    expect((await json('audit')).entries).toMatchObject([{ operation: 'demo', actor: { kind: 'operator' } }])
    await rm(join(dataDir(), 'demo.json'))
    expect(await footfall('demo')).toMatchObject({ code: 1, err: expect.stringContaining('not empty') })
  })

  it('rejects an import while the service runs on the embedded engine, and says to stop it', async () => {
    const { product, file, close } = await prepareService('sqlite', dataDir())
    await close()
    const lock = await runService()
    const rejected = await footfall(`import ${file} --product ${product}`)
    lock.release()
    expect(rejected).toMatchObject({ code: 1, err: expect.stringContaining('Stop the service first') })
    expect((await footfall(`import ${file} --product ${product}`)).code).toBe(0)
  })

  it('prints where the keys of the demo are while the service runs', async () => {
    await account()
    const products = [{ id: 'prd_demo', name: 'Website', kind: 'website' }]
    const ingest = { event_url: '', crawls_url: '', payments_url: '', tracker_url: '', product: 'prd_demo' }
    const keys = { api: 'jk_1', payment: 'jk_2', crawler_intake: 'jk_3' }
    const person = { email: 'demo@example.com', password: 'secret', account_token: 'jt_1' }
    const demo = { base_url: '', ...person, products, ingest: { ...ingest, keys }, created_at: NOW }
    await writeFile(join(dataDir(), 'demo.json'), JSON.stringify(demo))
    const lock = await runService()
    const { code, out } = await footfall('demo')
    lock.release()
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(join(dataDir(), 'demo.json')) })
  })

  it('names each text that is not a scope', async () => {
    await account()
    const args =
      'token create --account ada@example.com --name x --products all --scopes analytics:read,all,analytics:*'
    const { code, err } = await footfall(args)
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        '--scopes: unknown: all, analytics:*; `footfall token create --help` lists the scopes',
      ),
    })
  })

  it('imports a file, reports an invalid line and skips it only with --skip-invalid', async () => {
    const { product, close } = await prepareService('sqlite', dataDir())
    await close()
    const line = (change: object) =>
      JSON.stringify({
        timestamp: '2026-11-01T10:00:00Z',
        name: 'pageview',
        url: 'https://example.com/',
        visitor: 'v1',
        ...change,
      })
    const file = join(dataDir(), 'history.ndjson')
    await writeFile(file, [line({}), line({ url: 'nonsense' }), line({ visitor: 'v2' })].join('\n'))
    const rejected = await footfall(`import ${file} --product ${product}`)
    expect(rejected.code).toBe(1)
    expect(rejected.err).toContain('2')
    expect(rejected.err).toContain('url')
    const { code, out } = await footfall(`import ${file} --product ${product} --skip-invalid`)
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Imported 2 events[\s\S]*Skipped 1 invalid line:\n {2}line 2: url/),
    })
    expect((await footfall(`import ${file} --product ${product} --skip-invalid`)).out).toContain('before')
  })
})
