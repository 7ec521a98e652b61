import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pause } from '../../event-load.ts'
import { footfall } from '../../footfall-command.ts'
import { jsonOf, readJson, type ServerProcess, startServer, temporaryDirectory } from '../../server-process.ts'

const EVENTS = 20_000
const DAYS = 30
const DAY_MS = 86_400_000
const QUIET = { email: 'quiet@example.com', name: 'Quinn Quiet' }

/** An account that is signed in at the service. */
interface SignedIn {
  readonly product: string
  /** Of its session, with what the service asks of a browser. */
  readonly headers: Readonly<Record<string, string>>
}

/** A service with the demo, whose account attacks, and another account with its own product. */
export interface WorstPlace {
  readonly server: ServerProcess
  readonly attacker: SignedIn
  readonly quiet: SignedIn
  end(): Promise<void>
}

interface Demo {
  readonly email: string
  readonly password: string
  readonly ingest: { readonly product: string }
}

/** The limits are those of an installation that changes none. */
export async function openWorstPlace(): Promise<WorstPlace> {
  const directory = await temporaryDirectory()
  const dataDir = directory.path
  const env = { DATA_DIR: dataDir }
  await footfall(env, 'demo')
  const demo = await readJson<Demo>(join(dataDir, 'demo.json'))
  const { password } = await footfall(env, 'account', 'create', '--email', QUIET.email, '--name', QUIET.name)
  const made = await footfall(env, 'product', 'create', '--account', QUIET.email, '--name', 'Quiet shop')
  const product: string = made.product.id
  const file = join(dataDir, 'quiet.ndjson')
  await writeFile(file, quietEvents())
  await footfall(env, 'import', file, '--product', product)

  const server = await startServer({ dataDir, env: { TRUST_PROXY: '1' } })
  const signedIn = async (email: string, secret: string, of: string): Promise<SignedIn> => ({
    product: of,
    headers: await signIn(server.url, email, secret),
  })
  return {
    server,
    attacker: await signedIn(demo.email, demo.password, demo.ingest.product),
    quiet: await signedIn(QUIET.email, password, product),
    async end() {
      await server.end()
      await directory.remove()
    },
  }
}

async function signIn(url: string, email: string, password: string): Promise<Readonly<Record<string, string>>> {
  const origin = `http://localhost:${new URL(url).port}`
  const response = await fetch(`${url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin },
    body: new URLSearchParams({ email, password }),
  })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0]
  if (cookie === undefined) throw new Error(`Signing in answered ${response.status}.`)
  return { cookie, origin }
}

/**
 * Creates something as a person in the dashboard does, and returns the data of the response. Waits where more changes are made
 * than the limit of a session allows.
 */
// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes
export async function create(url: string, account: SignedIn, path: string, body: object): Promise<any> {
  const { headers } = account
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await jsonOf(response)
  if (response.status === 429) {
    await pause(Number(response.headers.get('retry-after')) * 1_000)
    return create(url, account, path, body)
  }
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
  return answer.data
}

/** A month of a small shop. */
function quietEvents(): string {
  const begin = Date.now() - DAYS * DAY_MS
  return Array.from({ length: EVENTS }, (_, i) =>
    JSON.stringify({
      timestamp: new Date(begin + (i * DAYS * DAY_MS) / EVENTS).toISOString(),
      name: 'pageview',
      url: `https://quiet.example/page/${i % 40}`,
      referrer: i % 5 === 0 ? 'https://www.google.com/' : '',
      visitor: `visitor-${Math.floor(i / 3)}`,
    }),
  ).join('\n')
}
