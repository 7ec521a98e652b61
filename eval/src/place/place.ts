import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAnalytics, memoryVersions } from '@footfall/analytics'
import { openAnalyticsEngine, openControlData, operationServices, parseSettings } from '@footfall/config'
import { ProductId, type RandomSource, type Store } from '@footfall/core-domain'
import { createFootfallEndpoint } from '@footfall/mcp-tools/footfall'
import { type DemoFile, ensureDemo } from '@footfall/operate'
import type { ControlData } from '@footfall/storage'
import { seededRandom } from '@footfall/testkit/determinism'
import type { Engine } from '@footfall/warehouse'
import { evalClock } from './clock.ts'
import { plantProducts } from './plant.ts'

/** The demo of a fixed instant and two planted products, behind the MCP endpoint of this process. */
export interface Place {
  readonly endpoint: string
  /** An account token of the owner, with every scope. */
  readonly token: string
  /** Ids of the products. */
  readonly products: Readonly<Record<'website' | 'docs' | 'silent' | 'shop' | 'clinic', ProductId>>
  /** Settings, people and funnels as they are stored. */
  readonly store: Store
  /** Rows of a SELECT on what was collected, for answers that do not come from the service. */
  rows<Row>(select: string): Promise<readonly Row[]>
  close(): Promise<void>
}

const HOST = '127.0.0.1'

export async function openPlace(): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), 'footfall-eval-'))
  const closing: (() => Promise<unknown>)[] = [() => rm(directory, { recursive: true, force: true })]
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const opened = await openDemo(directory, closing)
    const endpoint = await serveMcp(opened, closing)
    const { engine, demo, planted, control } = opened
    const ofKind = (kind: string) => ProductId.parse(demo.products.find((product) => product.kind === kind)?.id)
    return {
      endpoint,
      token: demo.account_token,
      products: { website: ofKind('website'), docs: ofKind('docs'), silent: ofKind('silent'), ...planted },
      store: control.store,
      rows: (select) => engine.rows(select),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

type Opened = Awaited<ReturnType<typeof openDemo>>

async function openDemo(directory: string, closing: (() => Promise<unknown>)[]) {
  const settings = parseSettings({
    DATA_DIR: directory,
    DEMO: '1',
    BASE_URL: 'https://stats.example',
    RATE_LIMIT_REQUESTS: '0',
    RATE_LIMIT_WRITES: '0',
  })
  const clock = evalClock()
  const random: RandomSource = seededRandom('evaluation')
  const control: ControlData = await openControlData(settings, { clock, random, onConnectionError: () => {} })
  closing.push(() => control.store.close())
  const engine: Engine = await openAnalyticsEngine(settings)
  closing.push(() => engine.close())
  const demo: DemoFile | undefined = await ensureDemo({ settings, control, engine, clock, random })
  if (demo === undefined) throw new Error('The demo was not made.')
  const planted = await plantProducts({ control, engine, clock, random, directory: join(directory, 'planted') })
  return { settings, clock, random, control, engine, demo, planted }
}

async function serveMcp(
  { settings, clock, random, control, engine }: Opened,
  closing: (() => Promise<unknown>)[],
): Promise<string> {
  let requests = 0
  const server = createServer((req, res) => {
    void endpoint(req, res, { address: HOST, requestId: `req_${++requests}` })
  })
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const host = `${HOST}:${(server.address() as AddressInfo).port}`
  const key = random.bytes(32)
  const analytics = createAnalytics({ engine, clock, versions: memoryVersions() })
  const endpoint = createFootfallEndpoint({
    ...operationServices({ settings, control, analytics, clock, random, key }),
    usage: { used: () => {} },
    rateLimiter: control.rateLimiter,
    rateLimits: settings.rateLimits,
    requestStateKey: key,
    allowedHosts: [host],
    log: { error: (fields, message) => process.emitWarning(`${message}: ${JSON.stringify(fields)}`), warn: () => {} },
  })
  return `http://${host}/api/mcp`
}
