import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBareExpress } from '../harness/baseline.ts'
import { answering, type Child, startNode } from '../harness/child.ts'
import { load } from '../harness/load.ts'
import { freePort } from '../harness/ports.ts'
import type { Bench, Line } from '../harness/report.ts'
import { alternating } from '../harness/samples.ts'
import { CODES_PATH } from '../oauth/seeded.ts'
import { tokensPerSecond } from '../oauth/token-load.ts'

const ROUNDS = 7
const CONNECTIONS = 20
const CODES = 2000
const REFRESH_SECONDS = 3
const METADATA_LOAD = { connections: 20, seconds: 4 }
const METADATA_PATH = '/.well-known/oauth-authorization-server'

interface Server {
  readonly url: string
  readonly tokenUrl: string
  readonly child: Child
}

export const oauthBench: Bench = {
  name: 'oauth',
  title: 'Tokens of the authorization server, durable on SQLite, against oidc-provider in memory; its metadata',
  async run() {
    const directory = await mkdtemp(join(tmpdir(), 'footfall-bench-oauth-'))
    const ours = await start('our-server.ts', [directory], METADATA_PATH, '/oauth/token')
    const theirs = await start('oidc-provider-server.ts', [], '/.well-known/openid-configuration', '/token')
    try {
      return {
        lines: [await exchanges(ours, theirs), await refreshes(ours, theirs), await metadata(ours)],
        notes: [
          `One public client with PKCE and one resource on both sides, opaque tokens, refresh tokens rotated; ${CONNECTIONS} connections, in turns.`,
          'Ours flushes every exchange and every rotation to the disk before it answers, and keeps hashes only; oidc-provider keeps all in the memory of its process, and forgets.',
          `Codes are made beforehand, ${CODES.toLocaleString('en')} a round; refreshes run in chains, each with the token that the one before brought.`,
        ],
      }
    } finally {
      await Promise.all([ours.child.stop(), theirs.child.stop()])
      await rm(directory, { recursive: true, force: true })
    }
  },
}

async function start(file: string, args: string[], readyPath: string, tokenPath: string): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = startNode(join(import.meta.dirname, '../oauth', file), [String(port), ...args])
  await answering(url + readyPath, child)
  return { url, tokenUrl: url + tokenPath, child }
}

async function exchanges(ours: Server, theirs: Server): Promise<Line> {
  const rate = async (server: Server) => tokensPerSecond({ ...(await target(server, CODES)), connections: CONNECTIONS })
  await Promise.all([rate(ours), rate(theirs)])
  const rates = await alternating(ROUNDS, { ours: () => rate(ours), theirs: () => rate(theirs) })
  return comparedWithProvider('code exchange', rates)
}

async function refreshes(ours: Server, theirs: Server): Promise<Line> {
  const rate = async (server: Server) => {
    const from = await target(server, CONNECTIONS)
    return tokensPerSecond({ ...from, connections: CONNECTIONS, refreshSeconds: REFRESH_SECONDS })
  }
  await Promise.all([rate(ours), rate(theirs)])
  const rates = await alternating(ROUNDS, { ours: () => rate(ours), theirs: () => rate(theirs) })
  return comparedWithProvider('refresh', rates)
}

async function target({ url, tokenUrl }: Server, codes: number) {
  const response = await fetch(`${url}${CODES_PATH}/${codes}`, { method: 'POST' })
  return { tokenUrl, resource: `${url}/mcp`, codes: (await response.json()) as string[] }
}

function comparedWithProvider(what: string, { ours, theirs }: Record<'ours' | 'theirs', Line['ours']>): Line {
  return {
    what,
    unit: '/s',
    ours,
    baseline: { name: 'oidc-provider', samples: theirs },
    demand: { ratioAtLeast: 1 },
  }
}

async function metadata({ url }: Server): Promise<Line> {
  const answer: unknown = await (await fetch(url + METADATA_PATH)).json()
  const bare = await startBareExpress(answer)
  const rate = async (of: string) => {
    const { perSecond, failed } = await load({ ...METADATA_LOAD, url: of })
    if (failed > 0) throw new Error(`${failed} requests to ${of} were not answered with 200`)
    return perSecond
  }
  try {
    await rate(url + METADATA_PATH)
    await rate(bare.url)
    const { ours, express } = await alternating(ROUNDS, {
      ours: () => rate(url + METADATA_PATH),
      express: () => rate(bare.url),
    })
    return {
      what: 'metadata',
      unit: '/s',
      ours,
      baseline: { name: 'Express', samples: express },
      demand: { ratioAtLeast: 0.9 },
    }
  } finally {
    await bare.stop()
  }
}
