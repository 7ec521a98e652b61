import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge'
import { build } from 'esbuild'
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import { newContext } from './chromium.ts'
import { until } from './server-process.ts'

/** The policy that hosts must enforce for a page that names no domains. */
const POLICY = `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'`

/** The reference host: the bridge of MCP Apps beside a sandboxed frame. Tests call it through `window.host`. */
const HOST_SCRIPT = `
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'
const CAPABILITIES = { serverTools: {}, openLinks: {}, updateModelContext: { text: {} } }
window.host = {
  sentToModel: [],
  opened: [],
  sizes: [],
  async open(address, hostContext, without = []) {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.title = 'Card'
    document.body.replaceChildren(frame)
    Object.assign(this, { sentToModel: [], opened: [], sizes: [] })
    const capabilities = Object.fromEntries(Object.entries(CAPABILITIES).filter(([name]) => !without.includes(name)))
    const bridge = new AppBridge(null, { name: 'reference-host', version: '1.0.0' }, capabilities, { hostContext })
    const initialized = new Promise((resolve) => bridge.addEventListener('initialized', resolve))
    bridge.addEventListener('sizechange', ({ height }) => {
      this.sizes.push(height)
      frame.style.height = height + 'px'
    })
    bridge.oncalltool = (params) => window.callTool(params)
    bridge.onupdatemodelcontext = async (params) => (this.sentToModel.push(params), {})
    bridge.onopenlink = async ({ url }) => (this.opened.push(url), {})
    await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
    frame.src = address
    await initialized
    this.bridge = bridge
  },
  async send(method, params) {
    await this.bridge[method](params)
  },
}
`

/** A call that the page asked its host for. */
export interface AskedCall {
  readonly name: string
  readonly arguments: Record<string, unknown>
}

type CallTool = (call: AskedCall) => Promise<unknown>

export interface OpenedCard {
  /** The page inside of the frame. */
  readonly frame: Frame
  /** Everything that the page sent to the model. */
  sentToModel(): Promise<string>
  opened(): Promise<readonly string[]>
  send(
    method: 'sendToolInput' | 'sendToolResult' | 'sendToolCancelled' | 'sendHostContextChange',
    params: unknown,
  ): Promise<void>
  /** Sends the arguments of a call and its result, as the host got them, and waits until the page shows the result. */
  show(given: Record<string, unknown>, result: unknown): Promise<void>
}

/** A host in a browser, which shows pages of the service. */
export interface AppsHost {
  readonly page: Page
  /** Addresses that were requested other than those of the host itself, and errors of the console; there should be none. */
  readonly unwanted: string[]
  open(
    html: string,
    options?: { context?: McpUiHostContext; without?: readonly string[]; callTool?: CallTool },
  ): Promise<OpenedCard>
  close(): Promise<void>
}

export async function openAppsHost(browser: Browser): Promise<AppsHost> {
  const script = await hostScript()
  let html = ''
  const server = await listening((path) =>
    path === '/card'
      ? { body: html, headers: { 'content-security-policy': POLICY } }
      : {
          body: `<!doctype html><html lang="en"><title>Host</title>${STYLE}<body><script type="module">${script}</script>`,
          headers: {},
        },
  )
  const context = await newContext(browser, { viewport: { width: 800, height: 900 }, locale: 'en-GB' })
  const { port } = server.address() as AddressInfo
  // The page has another origin than its host, and an opaque one on top of that.
  const hostAddress = `http://localhost:${port}/`
  const cardAddress = `http://127.0.0.1:${port}/card`
  const unwanted: string[] = []
  let callTool: CallTool = () => Promise.reject(new Error('this test expects no call'))
  const page = await hostPage(context, unwanted, new Set([hostAddress, cardAddress]))
  await page.exposeFunction('callTool', (call: AskedCall) => callTool(call))
  await page.goto(hostAddress)
  return {
    page,
    unwanted,
    async open(text, { context: hostContext = {}, without = [], callTool: called } = {}) {
      html = text
      callTool = called ?? (() => Promise.reject(new Error('this test expects no call')))
      await inHost(page, 'open', cardAddress, hostContext, without)
      return openedCard(page)
    },
    async close() {
      await context.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Without an icon of its own, a page's icon is requested. */
const STYLE =
  '<link rel="icon" href="data:,"><style>body{margin:0}iframe{display:block;width:100%;height:600px;border:0}</style>'

async function hostScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: HOST_SCRIPT, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
  })
  return outputFiles.map(({ text }) => text.replaceAll('</script', '<\\/script')).join('')
}

async function hostPage(context: BrowserContext, unwanted: string[], known: ReadonlySet<string>): Promise<Page> {
  const page = await context.newPage()
  page.on('request', (request) => {
    if (!known.has(request.url())) unwanted.push(`request of ${request.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') unwanted.push(message.text())
  })
  page.on('pageerror', (error) => unwanted.push(String(error)))
  page.on('dialog', (dialog) => {
    unwanted.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  return page
}

function openedCard(page: Page): OpenedCard {
  const [frame] = page.mainFrame().childFrames()
  if (frame === undefined) throw new Error('the host has no frame')
  const send: OpenedCard['send'] = (method, params) => inHost(page, 'send', method, params)
  return {
    frame,
    send,
    sentToModel: async () => JSON.stringify(await page.evaluate('host.sentToModel')),
    opened: () => page.evaluate<readonly string[]>('host.opened'),
    async show(given, result) {
      const text = () => frame.locator('main').textContent()
      const waiting = await text()
      await send('sendToolInput', { arguments: given })
      await send('sendToolResult', result)
      // The frame gets the messages a moment later.
      await until('the answer on the page', async () => (await text()) !== waiting)
    },
  }
}

/** Calls a function of the host. */
async function inHost(page: Page, name: string, ...given: readonly unknown[]): Promise<void> {
  await page.evaluate(`host[${JSON.stringify(name)}](...${JSON.stringify(given)}).then(() => undefined)`)
}

async function listening(
  answer: (path: string) => { readonly body: string; readonly headers: Readonly<Record<string, string>> },
): Promise<Server> {
  const server = createServer((req, res) => {
    const { body, headers } = answer(req.url ?? '/')
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return server
}
