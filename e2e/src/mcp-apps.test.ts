import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { getToolUiResourceUri, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/app-bridge'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium, PICTURES } from './chromium.ts'
import { fitsWidth, violations } from './dashboard-person.ts'
import { type Demo, demoDirectory } from './demo-directory.ts'
import { type AppsHost, type AskedCall, type OpenedCard, openAppsHost } from './mcp-apps-host.ts'
import { readJson, type ServerProcess, startServer, type TemporaryDirectory } from './server-process.ts'

const CHART = 'ui://footfall/chart'
const FUNNEL = 'ui://footfall/funnel'
const PREVIEW = 'ui://footfall/preview'
const KIB = 1024
const WIDTHS = [320, 390, 800]
const PICTURES_FOLDER = new URL('../output/screenshots/', import.meta.url).pathname

/** Texts as visitors send them, who hope that somebody reads them as HTML. */
const HOSTILE = [
  '<img src="https://evil.example/a.png" onerror="window.harmed = true">',
  '<script>window.harmed = true</script>',
  'javascript:window.harmed=true',
  '"><svg onload="window.harmed = true">',
  '</title></style></script><h1>Approve</h1>',
]

/** A result that no call asked for, sent by a window other than the host. */
const FORGED_MESSAGE = `postMessage({
  jsonrpc: '2.0',
  method: 'ui/notifications/tool-result',
  params: { isError: true, content: [{ type: 'text', text: 'forged' }] },
}, '*')`

/** Inserts a script and sends a request, as a page under somebody else's control would. */
const ATTEMPTS = `(async () => {
  const script = document.createElement('script')
  script.textContent = 'window.harmed = true'
  document.body.append(script)
  const answer = await fetch('http://localhost:9/').then(() => 'sent', () => 'blocked')
  return { answer, harmed: 'harmed' in window }
})()`

describe('the pages of the built service in a host of MCP Apps', () => {
  let directory: TemporaryDirectory
  let server: ServerProcess
  let demo: Demo
  let client: Client
  let browser: Browser
  let host: AppsHost
  const pages = new Map<string, string>()

  beforeAll(async () => {
    directory = await demoDirectory()
    ;[server, browser] = await Promise.all([
      startServer({ dataDir: directory.path, env: { RATE_LIMIT_REQUESTS: '0', RATE_LIMIT_WRITES: '0' } }),
      launchChromium(),
    ])
    demo = await readJson(join(directory.path, 'demo.json'))
    client = await connected(demo.account_token)
    host = await openAppsHost(browser)
    for (const uri of [CHART, FUNNEL, PREVIEW]) pages.set(uri, await readPage(uri))
  })
  afterEach(() => {
    expect(host.unwanted.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await host?.close()
    await browser?.close()
    await client?.close()
    await server?.end()
    await directory?.remove()
  })

  const connected = async (token: string) => {
    const made = new Client({ name: 'host', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    await made.connect(new StreamableHTTPClientTransport(new URL('/api/mcp', server.url), { requestInit }))
    return made
  }
  const readPage = async (uri: string) => {
    const { contents } = await client.readResource({ uri })
    const [content] = contents
    expect(content).toMatchObject({ uri, mimeType: RESOURCE_MIME_TYPE })
    return content !== undefined && 'text' in content ? String(content.text) : ''
  }
  const product = (at = 0) => demo.products[at]?.id ?? ''
  const callTool = ({ name, arguments: given }: AskedCall) => client.callTool({ name, arguments: given })
  const open = (uri: string, options: Parameters<AppsHost['open']>[1] = {}) => host.open(pages.get(uri) ?? '', options)
  /** Calls a tool as a model does, and shows its answer on its page. */
  const shown = async (
    name: string,
    given: Record<string, unknown>,
    uri: string,
    theme: 'light' | 'dark' = 'light',
  ) => {
    const result = await callTool({ name, arguments: given })
    const { tools } = await client.listTools()
    const tool = tools.find((listed) => listed.name === name)
    if (tool === undefined) throw new Error(`there is no ${name}`)
    const calls: AskedCall[] = []
    const answers: unknown[] = []
    const card = await open(uri, {
      context: { theme, toolInfo: { tool } },
      async callTool(call) {
        calls.push(call)
        const answer = await callTool(call)
        answers.push(answer)
        return answer
      },
    })
    await card.show(given, result)
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
    return { card, calls, answers, answer: result.structuredContent as any, result, tool }
  }
  const textIn = async (place: Locator) => (await place.textContent()) ?? ''
  const text = ({ frame }: OpenedCard) => textIn(frame.locator('main'))
  const picture = async (name: string) => {
    if (!PICTURES) return
    for (const width of [390, 800]) {
      await host.page.setViewportSize({ width, height: 900 })
      for (const theme of ['light', 'dark'] as const) {
        await themed(theme)
        await host.page.screenshot({ path: `${PICTURES_FOLDER}app-${name}-${width}-${theme}.png`, fullPage: true })
      }
    }
    await host.page.setViewportSize({ width: 800, height: 900 })
  }
  let opened: OpenedCard | undefined
  const themed = async (theme: 'light' | 'dark') => opened?.send('sendHostContextChange', { theme })
  /** Nothing for axe to find in either theme, and nothing wider than the frame. */
  const inspect = async (card: OpenedCard, name: string) => {
    opened = card
    const found: unknown[] = []
    for (const theme of ['light', 'dark'] as const) {
      await themed(theme)
      found.push(...(await violations(card.frame, theme === 'light' ? 'all rules' : 'colors')))
    }
    for (const width of WIDTHS) {
      await host.page.setViewportSize({ width, height: 900 })
      await fitsWidth(card.frame, `${name} at ${width} px`)
    }
    await picture(name)
    expect(found).toEqual([])
  }

  it('the pages are named by their tools, listed, and read as pages of at most 40 KiB', async () => {
    expect(client.getServerCapabilities()?.extensions).toHaveProperty(['io.modelcontextprotocol/ui'])
    const { tools } = await client.listTools()
    const named = new Map(tools.map((tool) => [tool.name, getToolUiResourceUri(tool)]))
    expect(named.get('service_analytics_query')).toBe(CHART)
    expect(named.get('service_funnels_list')).toBe(FUNNEL)
    for (const { name, annotations } of tools) {
      if (annotations?.readOnlyHint === false) expect([name, named.get(name)]).toEqual([name, PREVIEW])
    }
    const { resources } = await client.listResources()
    for (const uri of [CHART, FUNNEL, PREVIEW]) {
      const listed = resources.find((resource) => resource.uri === uri)
      expect(listed).toMatchObject({ mimeType: RESOURCE_MIME_TYPE, title: expect.any(String) })
      const { contents } = await client.readResource({ uri })
      expect(contents[0]?._meta).toEqual({ ui: { csp: {}, permissions: {}, prefersBorder: true } })
      expect(Buffer.byteLength(pages.get(uri) ?? '')).toBeLessThanOrEqual(40 * KIB)
    }
  })

  describe('the chart', () => {
    it('the chart draws totals, a series and rows of several metrics as the response has them', async () => {
      const { card, answer } = await shown(
        'service_analytics_query',
        {
          product: product(),
          metric: 'visitors,bounce_rate,visit_duration',
          period: '7d',
          interval: 'day',
          dimension: 'source',
          compare: 'previous_period',
          limit: 15,
        },
        CHART,
      )
      const said = await text(card)
      expect(said).toContain('Visitors, Bounce rate, Visit duration')
      expect(said).toContain(new Intl.NumberFormat('en-GB').format(answer.data.metrics[0].value))
      const rows = card.frame.locator('table:not(details table) tbody tr')
      await expect.poll(() => rows.count()).toBe(10)
      expect(await textIn(rows.first())).toContain(answer.data.rows[0].key)
      await card.frame.getByRole('button', { name: 'Show all 15' }).click()
      await expect.poll(() => rows.count()).toBe(15)
      // Today is still running, so the end of the line is dashed.
      expect(await card.frame.locator('path.running').count()).toBe(1)
      await inspect(card, 'chart')
    })

    it('the chart can be read by keyboard, one interval and one metric after another', async () => {
      const { card, answer } = await shown(
        'service_analytics_query',
        { product: product(), metric: ['visitors', 'pageviews'], period: '7d', interval: 'day' },
        CHART,
      )
      const slider = card.frame.getByRole('slider')
      await slider.focus()
      await host.page.keyboard.press('Home')
      const format = new Intl.NumberFormat('en-GB')
      const first = answer.data.series[0].values
      await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain(format.format(first[0].value))
      await card.frame.getByRole('radio', { name: 'Pageviews' }).press('Space')
      await card.frame.getByRole('slider').focus()
      await host.page.keyboard.press('Home')
      await expect.poll(() => textIn(card.frame.locator('output'))).toContain(format.format(first[1].value))
      await card.frame.getByText('All 7 intervals as a table').click()
      expect(await card.frame.locator('details tbody tr').count()).toBe(7)
    })

    it('the chart draws the overview, and opens the dashboard through the host', async () => {
      const { card, answer } = await shown('service_analytics_query', { product: product(), period: '28d' }, CHART)
      const said = await text(card)
      expect(said).toContain('Overview')
      expect(said).toContain(new Intl.NumberFormat('en-GB').format(answer.data.headline[0].value))
      expect(said).toContain('Largest changes by page')
      await card.frame.getByRole('button', { name: 'Open in the dashboard' }).click()
      await expect.poll(() => card.opened()).toEqual([answer.data.link])
      await inspect(card, 'overview')
    })

    it('the chart leaves a gap with the reason if there is no number, and never draws it as zero', async () => {
      const card = await open(CHART)
      const start = (day: number) => `2026-11-0${day}T00:00:00+01:00`
      const point = (day: number, state: string, value: number | null) => ({
        start: start(day),
        complete: true,
        state,
        value,
      })
      await card.show(
        { metric: 'visitors', interval: 'day' },
        {
          content: [],
          structuredContent: {
            data: {
              metric: 'visitors',
              unit: 'count',
              state: 'withheld',
              reason: 'below_suppression_threshold',
              value: null,
              series: [
                point(1, 'available', 12),
                point(2, 'withheld', null),
                // A value with another state must not be drawn.
                point(3, 'empty', 0),
                point(4, 'available', 0),
                point(5, 'available', 8),
              ],
              rows: [{ key: '/', visitors: null, state: 'withheld', value: 0 }],
            },
            meta: { from: '2026-11-01', to: '2026-11-05', timezone: 'Europe/Berlin' },
          },
        },
      )
      await expect.poll(() => card.frame.locator('rect.gap').count()).toBe(1)
      expect(await card.frame.locator('path.value').count()).toBe(2)
      const said = await text(card)
      expect(said).toContain('Gap: Withheld to protect privacy: too few visitors.')
      expect(said).toContain('Gap: No data was collected.')
      expect(await textIn(card.frame.locator('.tile'))).toContain('Withheld')
      expect(await textIn(card.frame.locator('.tile'))).not.toMatch(/\d/)
      expect(await textIn(card.frame.locator('tbody tr').last())).toBe('/Withheld')
      await inspect(card, 'gaps')
    })

    it('the chart shows an error with its code and what to fix', async () => {
      const { card } = await shown('service_analytics_query', { product: product(), metric: 'visitor' }, CHART)
      const said = await text(card)
      expect(said).toContain('invalid_request')
      expect(said).toContain('metric')
    })

    it('a page of MCP Apps interprets nothing that visitors wrote as HTML, and sends no request', async () => {
      const card = await open(CHART)
      const rows = HOSTILE.map((key) => ({
        key,
        keys: [key, key],
        label: key,
        visitors: 3,
        state: 'available',
        value: 3,
      }))
      await card.show(
        { metric: 'visitors', dimension: HOSTILE[0] },
        {
          content: [],
          structuredContent: {
            data: { metric: HOSTILE[0], unit: 'count', state: 'available', reason: null, value: 3, rows },
            meta: {
              from: HOSTILE[1],
              to: HOSTILE[1],
              timezone: HOSTILE[2],
              hints: [{ code: HOSTILE[3], value: HOSTILE[0] }],
            },
          },
        },
      )
      for (const hostile of HOSTILE) expect(await text(card)).toContain(hostile)
      expect(await card.frame.locator('main :is(img, script, svg, iframe, a)').count()).toBe(0)
      expect(await card.frame.evaluate(`'harmed' in window`)).toBe(false)
    })

    it('the chart ignores messages of other windows, and follows the theme of its host', async () => {
      const card = await open(CHART, { context: { theme: 'light' } })
      const ground = () => card.frame.evaluate('getComputedStyle(document.body).backgroundColor')
      await expect.poll(ground).toBe('rgb(255, 255, 255)')
      await card.frame.evaluate(FORGED_MESSAGE)
      await card.send('sendHostContextChange', { theme: 'dark' })
      await expect.poll(ground).toBe('rgb(25, 28, 34)')
      expect(await text(card)).toContain('Waiting for the numbers…')
      await card.send('sendToolCancelled', { reason: 'by the person' })
      await expect.poll(() => text(card)).toContain('The call was cancelled: by the person')
    })

    it('the chart runs under its own policy, which allows no requests and no other scripts', async () => {
      const card = await open(CHART)
      const blocked = await card.frame.evaluate(ATTEMPTS)
      expect(blocked).toEqual({ answer: 'blocked', harmed: false })
      // What the browser says about both attempts, by the policy of the host and by that of the page.
      const said = host.unwanted.splice(0)
      expect(said.length).toBeGreaterThanOrEqual(2)
      for (const message of said)
        expect(message).toMatch(/Content Security Policy|violates|request of http:\/\/localhost:9/)
    })
  })

  it('the funnel draws each step with its visitors and how many remain', async () => {
    const { card, answer } = await shown(
      'service_funnels_list',
      { product: product(), period: '28d', dimension: 'device' },
      FUNNEL,
    )
    const [funnel] = answer.data
    const said = await text(card)
    expect(said).toContain(funnel.name)
    for (const { visitors } of funnel.results.steps)
      expect(said).toContain(`${new Intl.NumberFormat('en-GB').format(visitors)} visitors`)
    await inspect(card, 'funnel')
  })

  it('the funnel shows withheld and empty values as such', async () => {
    const card = await open(FUNNEL)
    const steps = [
      { kind: 'page', match: HOSTILE[0] },
      { kind: 'event', match: 'signup' },
    ]
    const result = (fields: object) => ({ from: '2026-11-01', to: '2026-11-02', reason: null, ...fields })
    const counted = [
      { visitors: 9, conversion_from_previous: 1, conversion_from_first: 1 },
      { visitors: null, conversion_from_previous: null, conversion_from_first: null },
    ]
    const data = [
      {
        name: HOSTILE[1],
        steps,
        window_minutes: 60,
        results: result({ state: 'available', entrants: 9, steps: counted, conversion_rate: null }),
      },
      {
        name: 'No events',
        steps,
        window_minutes: 60,
        results: result({ state: 'empty', entrants: null, steps: [], conversion_rate: null }),
      },
    ]
    await card.show({}, { content: [], structuredContent: { data, meta: {} } })
    const said = await text(card)
    expect(said).toContain(HOSTILE[0])
    expect(said).toContain(HOSTILE[1])
    expect(said).toContain('Withheld')
    expect(said).toContain('No data was collected.')
    expect(said).not.toMatch(/\b0 visitors/)
    expect(await card.frame.evaluate(`'harmed' in window`)).toBe(false)
  })

  describe('the card of a change', () => {
    const nameOf = async (at: number) => {
      const { structuredContent } = await callTool({
        name: 'service_products_get',
        arguments: { product: product(at) },
      })
      return (structuredContent as { data: { name: string } }).data.name
    }
    const button = (card: OpenedCard, name: string) => card.frame.getByRole('button', { name })

    it('a preview card shows what would change, and changes it once when the person approves, however often the card is shown', async () => {
      const given = { product: product(2), name: 'Approved in the card' }
      const { card, calls, result, tool } = await shown('service_products_update', given, PREVIEW)
      expect(await text(card)).toContain('Approved in the card')
      await inspect(card, 'preview')
      expect(calls).toEqual([])
      await button(card, 'Approve').focus()
      await host.page.keyboard.press('Enter')
      await expect.poll(() => text(card)).toContain('The change was made.')
      await expect.poll(() => card.frame.evaluate('document.activeElement?.textContent')).toBe('Done')
      expect(await nameOf(2)).toBe('Approved in the card')
      expect(calls).toEqual([
        {
          name: 'service_products_update',
          arguments: {
            ...given,
            revision: expect.any(Number),
            confirm: true,
            idempotency_key: expect.stringMatching(/^card_/),
          },
        },
      ])
      await expect.poll(() => card.sentToModel()).toContain('was made')
      await inspect(card, 'executed')

      const again = await open(PREVIEW, { context: { toolInfo: { tool } }, callTool })
      await again.show(given, result)
      await button(again, 'Approve').click()
      await expect.poll(() => text(again)).toContain('it was not made again')
    })

    it('a preview card changes nothing when the person cancels', async () => {
      const before = await nameOf(2)
      const { card, calls } = await shown('service_products_update', { product: product(2), name: 'Never' }, PREVIEW)
      await button(card, 'Cancel').click()
      await expect.poll(() => text(card)).toContain('Cancelled. Nothing was changed.')
      expect(await button(card, 'Approve').count()).toBe(0)
      await expect.poll(() => card.sentToModel()).toContain('Nothing was changed')
      expect(calls).toEqual([])
      expect(await nameOf(2)).toBe(before)
    })

    it('a preview card shows why the service rejects an approved change', async () => {
      const { card } = await shown('service_products_update', { product: product(2), name: 'Too late' }, PREVIEW)
      const name = 'service_products_update'
      const meanwhile = { product: product(2), name: 'Meanwhile', confirm: true, idempotency_key: 'meanwhile' }
      await callTool({ name, arguments: meanwhile })
      await button(card, 'Approve').click()
      await expect.poll(() => text(card)).toContain('revision_conflict')
      expect(await text(card)).toContain('Nothing was changed by this request.')
      expect(await text(card)).not.toContain('idempotency_key')
      expect(await button(card, 'Approve').count()).toBe(0)
      expect(await nameOf(2)).toBe('Meanwhile')
      await inspect(card, 'rejected')
    })

    it('a preview card repeats a request whose response was lost under the same idempotency key', async () => {
      const given = { product: product(2), name: 'Lost and found' }
      const result = await callTool({ name: 'service_products_update', arguments: given })
      const keys: unknown[] = []
      const card = await open(PREVIEW, {
        async callTool(call) {
          keys.push(call.arguments.idempotency_key)
          const answer = await callTool(call)
          if (keys.length === 1) throw new Error('the connection broke')
          return answer
        },
      })
      await card.show(given, result)
      await button(card, 'Approve').click()
      await expect.poll(() => text(card)).toContain('No answer arrived.')
      await button(card, 'Try again').click()
      await expect.poll(() => text(card)).toContain('it was not made again')
      expect(keys[1]).toBe(keys[0])
    })

    it('a preview card confirms with the signed preview if the credential is set to preview first', async () => {
      const limited = {
        name: 'Previews first',
        scopes: ['settings:write'],
        products: { mode: 'all' },
        preview_first: true,
      }
      const made = await callTool({
        name: 'service_tokens_create',
        arguments: { ...limited, confirm: true, idempotency_key: 'previews-first' },
      })
      const { secret } = (made.structuredContent as { data: { secret: string } }).data
      const other = await connected(secret)
      const given = { product: product(2), name: 'Previewed first' }
      const result = await other.callTool({ name: 'service_products_update', arguments: given })
      const { tools } = await other.listTools()
      const tool = tools.find(({ name }) => name === 'service_products_update')
      expect(tool?.inputSchema.properties).toHaveProperty('revision')
      const calls: AskedCall[] = []
      const card = await open(PREVIEW, {
        // With it the card knows of the argument `revision`, which the signed preview says already.
        ...(tool === undefined ? {} : { context: { toolInfo: { tool } } }),
        callTool(call) {
          calls.push(call)
          return other.callTool({ name: call.name, arguments: call.arguments })
        },
      })
      await card.show(given, result)
      await button(card, 'Approve').click()
      await expect.poll(() => text(card)).toContain('The change was made.')
      expect(calls).toMatchObject([{ arguments: { ...given, confirm: true, preview: expect.stringMatching(/./) } }])
      await other.close()
    })

    it('a preview card shows a new secret only to the person, and the model learns only that there is one', async () => {
      const given = { name: 'From a card', scopes: ['products:read'], products: { mode: 'all' } }
      const { card, answers } = await shown('service_tokens_create', given, PREVIEW)
      await button(card, 'Approve').click()
      await expect.poll(() => text(card)).toContain('Copy it now')
      const secret = await textIn(card.frame.getByLabel('Secret'))
      expect(secret).toMatch(/^jt_\w{49}$/)
      expect(JSON.stringify(answers)).toContain(secret)
      await expect.poll(() => card.sentToModel()).toContain('was made')
      expect(await card.sentToModel()).not.toContain(secret.slice(3, 20))

      const byClient = await open(PREVIEW)
      await byClient.show(given, answers[0])
      expect(await text(byClient)).toContain('The secret is in the answer to the client.')
      expect(await text(byClient)).not.toContain(secret)
    })

    it('a preview card has no button if the client cannot call tools or did not pass the arguments', async () => {
      const given = { product: product(2), name: 'Not from here' }
      const result = await callTool({ name: 'service_products_update', arguments: given })
      const without = await open(PREVIEW, { without: ['serverTools'] })
      await without.show(given, result)
      await expect.poll(() => text(without)).toContain('Answer in the conversation.')
      expect(await without.frame.getByRole('button').count()).toBe(0)
      const kept = await open(PREVIEW)
      await kept.send('sendToolResult', result)
      await expect.poll(() => text(kept)).toContain('Answer in the conversation.')
      expect(await kept.frame.getByRole('button').count()).toBe(0)
    })

    it('a preview card names invisible characters, and interprets nothing in a value as HTML', async () => {
      const card = await open(PREVIEW)
      await card.show(
        { name: 'x' },
        {
          content: [],
          structuredContent: {
            data: {
              state: 'previewed',
              operation: 'service_products_update',
              summary: `Renames ${HOSTILE[0]} to \u202egnp.exe`,
              changes: HOSTILE.map((to) => ({ path: 'name', from: null, to })),
              warnings: [HOSTILE[1], 'zero\u200bwidth'],
              revision: null,
            },
            meta: {},
          },
        },
      )
      const said = await text(card)
      for (const hostile of HOSTILE) expect(said).toContain(hostile)
      expect(said).toContain('⟨U+202E⟩gnp.exe')
      expect(said).toContain('zero⟨U+200B⟩width')
      expect(await card.frame.getByRole('button').count()).toBe(2)
      expect(await card.frame.evaluate(`'harmed' in window`)).toBe(false)
    })
  })
})
