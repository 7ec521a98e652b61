import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium, newPerson, screenshots } from './chromium.ts'
import { type Demo, demoDirectory } from './demo-directory.ts'
import { FOOTFALL } from './footfall-command.ts'
import {
  freePort,
  readJson,
  type ServerProcess,
  startServer,
  type TemporaryDirectory,
  temporaryDirectory,
  until,
} from './server-process.ts'

describe('the command line and a service elsewhere', () => {
  let data: TemporaryDirectory
  let home: TemporaryDirectory
  let server: ServerProcess
  let browser: Browser
  let page: Page
  let demo: Demo

  beforeAll(async () => {
    ;[data, home] = [await demoDirectory(), await temporaryDirectory()]
    const port = await freePort()
    const started = startServer({ dataDir: data.path, env: { BASE_URL: `http://127.0.0.1:${port}` }, port })
    ;[server, browser] = await Promise.all([started, launchChromium()])
    demo = await readJson(join(data.path, 'demo.json'))
    page = await (await newPerson(browser)).newPage()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.end()
    await home?.remove()
    await data?.remove()
  })

  const begin = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const child: ChildProcess = spawn(process.execPath, [FOOTFALL, ...args], {
      env: { PATH: process.env.PATH, HOME: home.path, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const printed = { out: '', err: '' }
    child.stdout?.on('data', (chunk) => {
      printed.out += chunk
    })
    child.stderr?.on('data', (chunk) => {
      printed.err += chunk
    })
    return { printed, ended: once(child, 'close').then(([code]) => ({ code, ...printed })) }
  }
  const footfall = (args: readonly string[], env = {}) => begin(args, env).ended
  const shown = async ({ printed }: ReturnType<typeof begin>) => {
    await until('the code of the login', async () => /Open \S+/.test(printed.err))
    return {
      url: /Open (\S+)/.exec(printed.err)?.[1] ?? '',
      code: /code: ([A-Z]{4}-[A-Z]{4})/.exec(printed.err)?.[1] ?? '',
    }
  }
  const signIn = async () => {
    await page.getByLabel('Email').fill(demo.email)
    await page.getByLabel('Password').fill(demo.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  it('`footfall login` gets its token once a person allowed its code in a browser, and keeps it only for them', async () => {
    const login = begin(['login', '--server', server.url, '--scopes', 'all', '--name', 'test box'])
    const { url, code } = await shown(login)
    await page.goto(url)
    expect(new URL(page.url()).pathname).toBe('/sign-in')
    await signIn()
    await page.getByRole('heading', { name: 'Connect “Footfall command line”?' }).waitFor()
    const text = await page.locator('main').textContent()
    for (const part of [code, 'test box', '127.0.0.1', 'Did you start this yourself?']) expect(text).toContain(part)
    expect(await page.getByRole('checkbox', { name: 'All products' }).isChecked()).toBe(false)
    await screenshots(page, 'device-request')
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('alert').filter({ hasText: 'at least one product' }).waitFor()
    await page.getByRole('checkbox', { name: 'All products' }).check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'Done' }).waitFor()
    const { code: exit, out, err } = await login.ended
    expect([exit, err.includes('footfall:')]).toEqual([0, false])
    expect(out).toContain(`Signed in to ${server.url} as “Command line on test box”`)
    expect(out + err).not.toMatch(/jt_/)
    const { mode } = await stat(join(home.path, '.config/footfall/credentials.json'))
    expect(mode & 0o777).toBe(0o600)
  })

  it('reads by REST with the token, and by the names that people use', async () => {
    const who = await footfall(['whoami'])
    expect([who.code, who.out]).toEqual([0, expect.stringContaining(demo.email)])
    const [first] = demo.products
    const asked = ['stats', '--product', first?.name ?? '', '--metric', 'visitors,pageviews', '--range', '30d']
    const stats = await footfall([...asked, '--json'])
    expect(JSON.parse(stats.out).data.metrics.map(({ metric }: { metric: string }) => metric)).toEqual([
      'visitors',
      'pageviews',
    ])
    const text = await footfall([...asked, '--by', 'source', '--limit', '3'])
    expect([text.code, text.out]).toEqual([0, expect.stringMatching(/visitors: [\d,]+[\s\S]*VISITORS {2}PAGEVIEWS/)])
    const list = await footfall(['call', 'service_products_list', '--limit', '1', '--json'])
    expect(JSON.parse(list.out)).toMatchObject({ data: [{ id: expect.stringMatching(/^prd_/) }], page: { limit: 1 } })
    const products = await footfall(['product', 'list', '--server', server.url, '--json'])
    expect(JSON.parse(products.out).products).toHaveLength(demo.products.length)
  })

  it('shows the preview of a write, changes nothing without --yes, and with it executes once', async () => {
    const product = demo.products[0]?.id ?? ''
    const call = ['call', 'funnels_create', '--product', product, '--name', 'Sign-up', '--window-minutes', '60']
    const steps = JSON.stringify([
      { kind: 'page', match: '/' },
      { kind: 'page', match: '/pricing' },
    ])
    const args = [...call, '--steps', steps]
    const preview = await footfall(args)
    expect([preview.code, preview.out]).toEqual([0, expect.stringMatching(/Sign-up[\s\S]*Nothing was changed/)])
    const done = await footfall([...args, '--yes'])
    expect([done.code, done.out]).toEqual([0, expect.stringMatching(/Done: fnl_/)])
    const annotate = ['annotate', '--product', product, '--title', 'Deploy 1.4']
    expect((await footfall([...annotate, '--yes'])).out).toMatch(/Done: ann_/)
    const noted = await footfall(['call', 'diagnostics_annotations', '--product', product, '--json'])
    expect(noted.out).toContain('Deploy 1.4')
  })

  it('says what is not open to tokens, what is missing and what is wrong, in one line each', async () => {
    const { url } = server
    const closed = `http://127.0.0.1:${await freePort()}`
    const cases: readonly (readonly [readonly string[], number, RegExp, Record<string, string>?])[] = [
      [['account', 'list', '--server', url], 1, /works on the stores and is not open to tokens/],
      [['token', 'list', '--server', closed], 1, /not signed in to http:\/\/127\.0\.0\.1/],
      [['whoami'], 1, /cannot be reached: nothing answers there/, { FOOTFALL_SERVER: closed, FOOTFALL_TOKEN: 'jt_x' }],
      [['whoami'], 2, /no service is chosen/i, { HOME: data.path }],
      [['whoami', '--server', 'ftp://x'], 2, /must be an http or https URL/],
      [['token', 'list'], 2, /are both set/, { FOOTFALL_SERVER: url, DATA_DIR: data.path }],
      [
        ['whoami'],
        1,
        /The token in FOOTFALL_TOKEN is not valid at .*\. Replace it/,
        { FOOTFALL_TOKEN: `jt_${'x'.repeat(49)}` },
      ],
      [['call', 'products_list', '--color', 'red'], 2, /has no --color; it takes --summary, --limit/],
      [['call', 'nothing'], 2, /nothing/],
      [['call', 'products_get', '--product', 'prd_unknown'], 1, /There is nothing here/],
      [['stats', '--product', 'No such'], 1, /The product “No such” does not exist/],
    ]
    for (const [args, code, message, env] of cases) {
      const ran = await footfall(args, env)
      expect([ran.code, ran.err], args.join(' ')).toEqual([code, expect.stringMatching(message)])
      expect(ran.err).not.toMatch(/^ {4}at /m)
    }
  })

  it('names the scope that a token of the default sign-in lacks, and replaces the token of before', async () => {
    const tokens = async () =>
      JSON.parse((await footfall(['token', 'list', '--server', server.url, '--json'])).out).tokens
    const [before] = await tokens()
    const login = begin(['login', '--json'])
    const { url } = await shown(login)
    await page.goto(url)
    await page.getByRole('checkbox', { name: 'All products' }).check()
    await page.getByRole('button', { name: 'Allow' }).click()
    const { code, out } = await login.ended
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ server: server.url })])
    expect(JSON.parse(out)).not.toHaveProperty('token')
    expect((await tokens()).map(({ id }: { id: string }) => id)).not.toContain(before.id)
    const product = demo.products[0]?.id ?? ''
    const write = await footfall(['call', 'products_update', '--product', product, '--name', 'X', '--yes'])
    expect([write.code, write.err]).toEqual([1, expect.stringContaining('the scope settings:write')])
  })

  it('ends with the token: a denied login stores nothing, and after `footfall logout` it says to sign in', async () => {
    const denied = begin(['login'])
    await page.goto((await shown(denied)).url)
    await page.getByRole('button', { name: 'Deny' }).click()
    expect(await denied.ended).toMatchObject({ code: 1, err: expect.stringContaining('Access was denied') })
    const file = join(home.path, '.config/footfall/credentials.json')
    const { servers } = await readJson<{ servers: Record<string, { token: string }> }>(file)
    const { token = '' } = servers[server.url] ?? {}
    expect(await footfall(['logout'])).toMatchObject({ code: 0 })
    expect((await readJson<{ servers: object }>(file)).servers).toEqual({})
    const after = await footfall(['whoami', '--server', server.url])
    expect(after).toMatchObject({ code: 1, err: expect.stringContaining('footfall login --server') })
    const withToken = await footfall(['whoami', '--server', server.url], { FOOTFALL_TOKEN: token })
    expect(withToken).toMatchObject({ code: 1, err: expect.stringContaining('not valid') })
  })
})
