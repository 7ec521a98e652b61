import { once } from 'node:events'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { openIssuer } from '@footfall/testkit/token-issuer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandLine } from '../test-support/command-line.ts'

const TOKEN = `jt_${'a'.repeat(49)}`

interface Got {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

describe('commands that use a running service', () => {
  const { dataDir, footfall } = commandLine()
  const server = createServer()
  let origin: string
  let got: Got[]
  /** What the service answers; the connection is closed where it returns nothing. */
  let answer: (asked: Got, res: ServerResponse) => unknown

  beforeEach(async () => {
    got = []
    answer = () => ({ data: [], page: { limit: 50, next_cursor: null } })
    server.removeAllListeners('request').on('request', async (req: IncomingMessage, res: ServerResponse) => {
      const body = (await buffer(req)).toString()
      const asked = { method: req.method ?? '', url: req.url ?? '', headers: req.headers, body }
      got.push(asked)
      const value = answer(asked, res)
      if (value === undefined) res.destroy()
      else res.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  })
  afterEach(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })

  const withToken = { env: { FOOTFALL_TOKEN: TOKEN, DATA_DIR: '' } }
  const configFile = (name: string) => join(dataDir(), '.config/footfall', name)
  const at = () => ({ env: { ...withToken.env, FOOTFALL_SERVER: origin } })
  const problem = (res: ServerResponse, status: number, value: object, headers: Record<string, string> = {}) => {
    res.statusCode = status
    for (const [name, text] of Object.entries(headers)) res.setHeader(name, text)
    return value
  }
  const previewed = (asked: Got) =>
    asked.headers['service-confirm'] === undefined
      ? {
          data: {
            state: 'previewed',
            summary: 'Rename it.',
            changes: [
              { path: 'name', from: 'A', to: 'B' },
              { path: 'scopes', from: [], to: ['a', 'b'] },
              { path: 'expires_at', from: null, to: null },
            ],
            warnings: ['Careful.'],
          },
          meta: {},
        }
      : undefined

  const executed = (result: object | null, replayed = false) => ({
    data: { state: 'executed', result },
    meta: { idempotency: { replayed, expires_at: null } },
  })

  it('sends the token only to the service, and follows no redirect', async () => {
    answer = (_, res) => problem(res, 302, {}, { location: 'https://evil.example/api' })
    const ran = await footfall('call products_list', at())
    expect(ran).toMatchObject({
      code: 1,
      err: expect.stringContaining('redirects to https://evil.example; use that address'),
    })
    expect(got.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${TOKEN}`])
    expect(ran.out + ran.err).not.toContain(TOKEN)
  })

  it.each([
    [429, {}, { 'retry-after': '17' }, /Too many requests\. Try again in 17 s/],
    [401, { code: 'invalid_token' }, {}, /The token in FOOTFALL_TOKEN is not valid at .*\. Replace it, or unset it/],
    [403, { code: 'insufficient_scope', detail: 'This call needs the scope team:read.' }, {}, /the scope team:read/],
    [
      403,
      { code: 'insufficient_scope', detail: 'No.' },
      { 'www-authenticate': 'Bearer error="insufficient_scope", scope="team:write"' },
      /the scope team:write, which the token in FOOTFALL_TOKEN does not have\. Set FOOTFALL_TOKEN to a token with/,
    ],
    [403, {}, {}, /does not answer as Footfall does/],
    [403, { code: 'role_forbidden', detail: 'Only owners.' }, {}, /Only owners\./],
    [503, { code: 'service_unavailable', detail: 'Later.' }, {}, /could not answer \(503\)\. Later\./],
    [404, {}, {}, /does not answer as Footfall does/],
    [200, [], {}, /does not answer as Footfall does/],
    [
      400,
      { code: 'invalid_request', detail: 'Wrong.', errors: [{ path: 'limit', message: 'must be 1 to 200' }] },
      {},
      /^(?:footfall: )?--limit: must be 1 to 200\.$/,
    ],
    [
      400,
      { code: 'invalid_request', detail: 'Wrong.', errors: [{ path: 'Service-Confirm', message: 'cannot wait' }] },
      {},
      /^(?:footfall: )?cannot wait\.$/,
    ],
    [
      400,
      {
        code: 'invalid_request',
        detail: 'limit: is too large; must be an object',
        errors: [
          { path: 'limit', message: 'is too large', did_you_mean: ['200'] },
          { path: '', message: 'must be an object' },
        ],
      },
      {},
      /^(?:footfall: )?--limit: is too large\. Did you mean 200\?\n {2}must be an object\.\n?$/,
    ],
  ])('says in words what an answer with status %i means: %j', async (status, body, headers, message) => {
    answer = (_, res) => problem(res, status, body, headers as Record<string, string>)
    const ran = await footfall('call products_list', at())
    expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringMatching(message) })
    const { error } = JSON.parse((await footfall('call products_list --json', at())).err)
    expect(error).toEqual({ code: expect.any(String), message: expect.stringMatching(message) })
  })

  /** What `footfall login` has kept. */
  const signIn = async () => {
    const credential = { token: TOKEN, name: 'testbox', id: null, scopes: ['products:read'], expires_at: null }
    await mkdir(join(dataDir(), '.config/footfall'), { recursive: true })
    const kept = { default: origin, servers: { [origin]: credential } }
    await writeFile(configFile('credentials.json'), JSON.stringify(kept), { mode: 0o600 })
  }

  it('says to sign in again only if the token is that of `footfall login`', async () => {
    await signIn()
    for (const [status, code] of [
      [401, 'invalid_token'],
      [403, 'insufficient_scope'],
    ] as const) {
      answer = (_, res) => problem(res, status, { code, detail: 'No.' })
      const { err } = await footfall('call products_list', { env: { DATA_DIR: '' } })
      expect(err).toContain('Sign in again with `footfall login')
      expect(err).not.toContain('FOOTFALL_TOKEN')
      expect((await footfall('call products_list', at())).err).not.toContain('Sign in')
    }
  })

  it('says on standard error that a command is about the stores, if its reader is signed in to a service', async () => {
    await signIn()
    const ran = await footfall('product list')
    expect(ran.err).toContain(`This is about the stores. For ${origin}, to which you are signed in, add --server`)
    for (const more of ['--stores', `--server ${origin}`, '--json'])
      expect((await footfall(`product list ${more}`)).err, more).not.toContain('This is about the stores')
    await chmod(configFile('credentials.json'), 0o644)
    expect((await footfall('product list')).err).toMatch(/^footfall: No Footfall database exists/)
  })

  it('gives errors of the connection and unknown names their own error codes', async () => {
    const codeOf = async (args: readonly string[], options = at()) =>
      JSON.parse((await footfall([...args, '--json'], options)).err).error.code
    expect(await codeOf(['stats', '--product', 'Nothing'])).toBe('not_found')
    answer = (_, res) => problem(res, 302, {}, { location: 'https://other.example/' })
    expect(await codeOf(['whoami'])).toBe('redirected')
    answer = () => []
    expect(await codeOf(['whoami'])).toBe('invalid_response')
    answer = () => undefined
    expect(await codeOf(['whoami'])).toBe('no_response')
    const signedOut = { env: { FOOTFALL_TOKEN: '', DATA_DIR: '', FOOTFALL_SERVER: origin } }
    expect(await codeOf(['whoami'], signedOut)).toBe('not_signed_in')
  })

  it('names the help of `footfall login` for scopes that do not exist', async () => {
    const { code, err } = await footfall('login --scopes nonsense', at())
    expect({ code, err }).toEqual({
      code: 2,
      err: 'footfall: --scopes: unknown: nonsense; `footfall login --help` lists the scopes',
    })
  })

  it('finds a product by its name in any case, and prefers the same case', async () => {
    const products = ['Lumen Notes', 'Shop', 'shop', 'Docs, App'].map((name, at) => ({ id: `prd_${at}`, name }))
    answer = ({ url }) => ({ data: url.startsWith('/api/v1/products?') ? products : {} })
    const asked = async (...args: readonly string[]) => {
      got = []
      const ran = await footfall(args, at())
      return ran.code === 0 ? got.at(-1)?.url : ran.err
    }
    expect(await asked('call', 'products_get', '--product', 'lumen notes')).toBe('/api/v1/products/prd_0')
    expect(await asked('call', 'products_get', '--product', 'shop')).toBe('/api/v1/products/prd_2')
    expect(await asked('call', 'products_get', '--product', 'SHOP')).toMatch(
      /Several products are named “SHOP”.*\n {2}prd_1 {2}Shop\n {2}prd_2 {2}shop$/,
    )
    expect(await asked('call', 'products_get', '--product', 'other')).toMatch(/The product “other” does not exist/)
    const visitors = (product: string) => asked('stats', '--product', product)
    expect(await visitors('docs, app')).toContain('?product=prd_3&')
    expect(await visitors('shop, LUMEN NOTES')).toContain('?product=prd_2%2Cprd_0&')
    expect(await visitors('all')).toContain('?product=all&')
  })

  describe('`footfall stats`', () => {
    const meta = { product: 'prd_1', timezone: 'Europe/Berlin', from: '2026-11-20', to: '2026-11-21' }
    const measured = { metric: 'visitors', unit: 'count', state: 'available', reason: null, value: 30 }
    const available = { state: 'available', reason: null }
    const compared = { period: 'previous_period', from: '2026-11-18', to: '2026-11-19' }
    const stats = async (data: object, ...args: readonly string[]) => {
      answer = () => ({ data, meta })
      const ran = await footfall(['stats', '--product', 'prd_1', ...args], at())
      return ran.out.split('\n')
    }

    it('shows the product, the days, and points by day with those of the earlier period', async () => {
      const point = (day: number, value: number) => ({
        start: `2026-11-${day}T00:00:00+01:00`,
        complete: true,
        ...available,
        value,
      })
      const series = [point(20, 10), point(21, 20)]
      const comparison = { ...compared, ...available, value: 20, change: 0.5, series: [point(18, 5), point(19, 15)] }
      expect(await stats({ ...measured, series, comparison }, '--interval', 'day')).toEqual([
        'prd_1, 2026-11-20 to 2026-11-21 (Europe/Berlin)',
        'visitors: 30, previous_period (2026-11-18 to 2026-11-19): 20 (+50%)',
        '',
        'DAY         VISITORS  PREVIOUS',
        '2026-11-20  10        5',
        '2026-11-21  20        15',
      ])
    })

    it('shows how much each row changed, of one metric and of several', async () => {
      const row = { key: 'Google', visitors: 10 }
      const comparison = { ...compared, ...available, value: 20, change: 0.5 }
      const rows = [{ ...row, ...available, value: 10, previous: 5, change: 1 }]
      expect((await stats({ ...measured, rows, comparison }, '--by', 'source')).slice(3)).toEqual([
        'SOURCE  VISITORS  CHANGE',
        'Google  10        +100%',
      ])
      const several = {
        metrics: [
          { ...measured, previous: 20, change: 0.5 },
          { ...measured, metric: 'visits', previous: 20, change: 0.5 },
        ],
        rows: [
          {
            ...row,
            values: [
              { ...available, value: 10 },
              { ...available, value: 12 },
            ],
            previous: [5, 0],
            change: [1, null],
          },
        ],
        comparison: compared,
      }
      expect((await stats(several, '--by', 'source')).slice(3)).toEqual([
        'compared with previous_period (2026-11-18 to 2026-11-19)',
        '',
        'SOURCE  VISITORS  CHANGE  VISITS  CHANGE',
        'Google  10        +100%   12      no comparison',
      ])
    })

    it('names its own options where the service names fields', async () => {
      const errors = ['dimension', 'period', 'filters.0.values', 'limit'].map((path) => ({ path, message: 'is wrong' }))
      answer = (_, res) => problem(res, 400, { code: 'invalid_request', detail: 'Wrong.', errors })
      const { err } = await footfall('stats --product prd_1', at())
      expect(err.split('\n')).toEqual([
        'footfall: --by: is wrong.',
        '  --range: is wrong.',
        '  --filters 0.values: is wrong.',
        '  --limit: is wrong.',
      ])
    })
  })

  it('`footfall call` lists the fields of an operation with their types, by --fields and in its help', async () => {
    const fields = await footfall('call funnels_create --fields', at())
    for (const line of [
      '  --product         id or name, required',
      '  --window-minutes  integer 1–43200, required: Time from the first step to the last.',
      '--steps is JSON:\n[{\n  kind: page | event | goal',
    ])
      expect(fields.out).toContain(line)
    expect((await footfall('call funnels_create --help', at())).out).toContain(fields.out)
    expect((await footfall('call --help', at())).out).toContain('funnels_create               Create a funnel')
    const { out } = await footfall('call analytics_query --fields --json', at())
    expect(JSON.parse(out).fields).toContainEqual(
      expect.objectContaining({ name: 'interval', type: 'minute, hour, day, week, month', required: false }),
    )
    expect(got).toEqual([])
  })

  it('sends nothing to a server whose certificate nobody vouches for, and says what to do', async () => {
    const other = await openIssuer({ tlsName: 'localhost' })
    const env = { ...withToken.env, FOOTFALL_SERVER: other.issuer }
    const expected = `${other.issuer} cannot be reached: its certificate is self-signed; name the file of your own authority in NODE_EXTRA_CA_CERTS.`
    for (const command of ['call products_list', 'whoami', 'stats --product prd_1', 'login']) {
      const ran = await footfall(command, { env })
      expect({ command, code: ran.code, out: ran.out }).toEqual({ command, code: 1, out: '' })
      expect(ran.err).toContain(expected)
    }
    expect(other.requests).toEqual([])
    await other.close()
  })

  it('repeats a write whose answer was lost with the same idempotency key, and a new write with another', async () => {
    answer = previewed
    const args = 'call products_update --product prd_1 --name B --yes'
    expect(await footfall(args, at())).toMatchObject({ code: 1, err: expect.stringContaining('cannot be reached') })
    answer = () => executed({ id: 'prd_1' }, true)
    const again = await footfall(args, at())
    expect([again.code, again.out]).toEqual([0, expect.stringMatching(/Done: prd_1\. It had been done before/)])
    const keys = () => got.flatMap(({ headers }) => headers['idempotency-key'] ?? [])
    expect(new Set(keys()).size).toBe(1)
    expect(keys()).toHaveLength(2)
    answer = (asked) => previewed(asked) ?? executed(null)
    await footfall(args, at())
    expect(new Set(keys()).size).toBe(2)
    expect((await stat(configFile('pending.json'))).mode & 0o777).toBe(0o600)
  })

  it('forgets the key of a write that was rejected, and keeps that of one with an unknown outcome', async () => {
    const args = 'call products_update --product prd_1 --name B --yes'
    const outcomes = ['revision_conflict', 'outcome_unknown']
    for (const code of outcomes) {
      answer = (asked, res) => previewed(asked) ?? problem(res, 409, { code, detail: 'No.' })
      await footfall(args, at())
      const kept = Object.keys(JSON.parse(await readFile(configFile('pending.json'), 'utf8')))
      expect([code, kept.length]).toEqual([code, code === 'outcome_unknown' ? 1 : 0])
    }
  })

  it('keeps the key of a write that waits for a person, so that the repeated command asks for the same approval', async () => {
    const args = 'call products_update --product prd_1 --name B --yes'
    const meta = { idempotency: { replayed: false, expires_at: null } }
    const approval = { id: 'apr_1', link: 'https://stats.example/approvals/apr_1' }
    answer = (asked, res) =>
      previewed(asked) ?? problem(res, 202, { data: { state: 'awaiting_approval', approval }, meta })
    for (const sentBefore of [false, true]) {
      const { out, err } = await footfall(args, at())
      expect(out).toContain(`waits until a person approves it: ${approval.link}`)
      expect(err.includes('This change was sent before, and its outcome is not known yet')).toBe(sentBefore)
    }
    expect((await footfall(`${args} --json`, at())).err).toBe('')
    answer = () => executed({ id: 'prd_1' }, true)
    expect((await footfall(args, at())).out).toContain('Done: prd_1.')
    const keys = got.flatMap(({ headers }) => headers['idempotency-key'] ?? [])
    expect([keys.length, new Set(keys).size]).toEqual([4, 1])
    expect(JSON.parse(await readFile(configFile('pending.json'), 'utf8'))).toEqual({})
  })

  it('sends the proof of the preview again with the key, if the answer was lost', async () => {
    const args = 'call products_update --product prd_1 --name B --yes'
    answer = (asked) => {
      const preview = previewed(asked)
      return preview && { ...preview, meta: { confirm: { preview: 'signed' } } }
    }
    await footfall(args, at())
    await footfall(args, at())
    const confirmed = got.filter(({ headers }) => headers['service-confirm'])
    expect(confirmed.map(({ headers }) => headers['service-preview'])).toEqual(['signed', 'signed'])
  })

  it('executes a write at the terminal only after a yes, and sends the proof of its preview', async () => {
    answer = (asked) => {
      const preview = previewed(asked)
      return preview ? { ...preview, meta: { confirm: { preview: 'signed' } } } : executed(null)
    }
    const args = 'call products_update --product prd_1 --name B'
    for (const typed of ['', 'n', 'no', 'nay', undefined]) {
      const ran = await footfall(args, { ...at(), ...(typed === undefined ? {} : { typed }) })
      expect([ran.code, ran.out]).toEqual([
        0,
        expect.stringMatching(
          /Rename it\.\n {2}name: A → B\n {2}scopes: none → a, b\n {2}Warning: Careful\.\nNothing was changed/,
        ),
      ])
    }
    expect(got.filter(({ headers }) => headers['service-confirm'])).toEqual([])
    expect((await footfall(args, { ...at(), typed: 'Yes' })).out).toContain('Done.')
    const [sent] = got.filter(({ headers }) => headers['service-confirm'])
    expect(sent).toMatchObject({
      method: 'PATCH',
      url: '/api/v1/products/prd_1',
      body: '{"name":"B"}',
      headers: { 'service-preview': 'signed' },
    })
  })

  it('places the fields of an operation in path, query and body, encoded', async () => {
    await footfall(['call', 'service_tokens_revoke', '--token-id', '../x?y', '--json'], at())
    for (const segment of ['.', '..'])
      expect((await footfall(['call', 'tokens_revoke', '--token-id', segment], at())).code).toBe(2)
    await footfall(
      ['call', 'analytics_query', '--product=prd_1', '--metric', 'visitors', '--compare-from', '2026-01-01'],
      at(),
    )
    expect(got.map(({ url }) => url)).toEqual([
      '/api/v1/access-tokens/..%2Fx%3Fy',
      '/api/v1/stats?product=prd_1&metric=visitors&compare_from=2026-01-01',
    ])
    for (const wrong of [['--limit'], ['limit', '1'], ['--limit', '1', '--limit', '2'], ['--body', '{}']])
      expect((await footfall(['call', 'products_list', ...wrong], at())).code, wrong.join(' ')).toBe(2)
    for (const wrong of [
      ['--steps', '{'],
      ['--body', '[]'],
      ['--body', '{"product":"prd_2"}'],
      ['--body', 'x'],
    ])
      expect((await footfall(['call', 'funnels_create', '--product', 'prd_1', ...wrong], at())).code).toBe(2)
  })

  it('rejects a credential file that others can read, and one that is damaged', async () => {
    await mkdir(join(dataDir(), '.config/footfall'), { recursive: true })
    await writeFile(configFile('credentials.json'), '{}')
    const env = { DATA_DIR: '', FOOTFALL_SERVER: origin }
    await chmod(configFile('credentials.json'), 0o644)
    expect(await footfall('whoami', { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining('Others can read'),
    })
    await chmod(configFile('credentials.json'), 0o600)
    expect(await footfall('whoami', { env })).toMatchObject({ code: 1, err: expect.stringContaining('is damaged') })
    expect(got).toEqual([])
  })

  it('rejects addresses and tokens that are none, and two services at once', async () => {
    const cases: readonly (readonly [string, Record<string, string>, RegExp])[] = [
      ['whoami --server nonsense', {}, /--server: must be an http or https URL/],
      ['whoami --server https://a.example/path', {}, /--server: must be the address of the service alone/],
      ['whoami --server https://user:pw@a.example', {}, /address of the service alone/],
      ['whoami --server https://a.example', { FOOTFALL_TOKEN: 'hello' }, /FOOTFALL_TOKEN: must be an account token/],
      ['token list --server https://a.example --stores', {}, /exclude each other/],
      [
        'token list',
        { FOOTFALL_SERVER: 'https://a.example', DATABASE_URL: 'postgres://x' },
        /FOOTFALL_SERVER and DATABASE_URL are both set/,
      ],
    ]
    for (const [args, env, message] of cases)
      expect(await footfall(args, { env: { ...withToken.env, ...env } }), args).toMatchObject({
        code: 2,
        err: expect.stringMatching(message),
      })
  })

  it('waits as the service asks while a person decides, longer after slow_down, and stops when the code expires', async () => {
    let now = Date.parse('2026-11-21T12:00:00.000Z')
    const waited: number[] = []
    const login = () =>
      footfall('login', {
        env: { DATA_DIR: '', FOOTFALL_SERVER: origin },
        now: () => now,
        wait: async (milliseconds) => {
          waited.push(milliseconds)
          now += milliseconds
        },
      })
    const polls = ['authorization_pending', 'slow_down', 'authorization_pending', 'lost', 'authorization_pending']
    answer = ({ url }, res) => {
      const to = (path: string) => `${origin}${path}`
      if (url.startsWith('/.well-known'))
        return {
          issuer: origin,
          token_endpoint: to('/t'),
          revocation_endpoint: to('/r'),
          device_authorization_endpoint: to('/d'),
        }
      if (url === '/d')
        return {
          device_code: 'd',
          user_code: 'BCDF-GHJK',
          verification_uri: to('/device'),
          expires_in: 100,
          interval: 5,
        }
      const error = polls.shift() ?? 'authorization_pending'
      return error === 'lost' ? undefined : problem(res, 400, { error })
    }
    expect(await login()).toMatchObject({ code: 1, err: expect.stringContaining('The code has expired') })
    expect(waited.slice(0, 5)).toEqual([5_000, 5_000, 10_000, 10_000, 20_000])
    polls.push('access_denied')
    expect(await login()).toMatchObject({ code: 1, err: expect.stringContaining('Access was denied') })
    await expect(stat(configFile('credentials.json'))).rejects.toThrow(/ENOENT/)
  })
})
