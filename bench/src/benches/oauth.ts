import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@footfall/testkit/free-port'
import { startBareExpress } from '../harness/baseline.ts'
import { answering, type Child, startNode } from '../harness/child.ts'
import { load } from '../harness/load.ts'
import type { Bench, Line } from '../harness/report.ts'
import { alternating } from '../harness/samples.ts'
import { type TokenLoad, tokensPerSecond } from '../oauth/token-load.ts'

const ROUNDS = 7
const CONNECTIONS = 20
/** Small batches: oidc-provider's adapter keeps a thousand entries and drops the oldest. */
const EXCHANGES = { kind: 'exchange', batches: 25, codes: 120 } as const
const IDENTITIES = { ...EXCHANGES, kind: 'identity' } as const
const REFRESHES = { kind: 'refresh', seconds: 3 } as const
const METADATA_LOAD = { connections: 20, seconds: 4 }
const METADATA_PATH = '/.well-known/oauth-authorization-server'

interface Server {
  readonly url: string
  readonly tokenPath: string
  readonly child: Child
}

export const oauthBench: Bench = {
  name: 'oauth',
  title: 'Tokens of the authorization server, durable on SQLite, against oidc-provider in memory; its metadata',
  async run() {
    const directory = await mkdtemp(join(tmpdir(), 'footfall-bench-oauth-'))
    const ours = await start('our-server.ts', [directory], METADATA_PATH, '/oauth/token')
    const forgetful = await start('our-server.ts', [], METADATA_PATH, '/oauth/token')
    const exchanging = await start('identity-server.ts', [directory], METADATA_PATH, '/oauth/token')
    const theirs = await start('oidc-provider-server.ts', [], '/.well-known/openid-configuration', '/token')
    try {
      return {
        lines: [
          await tokens('code exchange', EXCHANGES, ours, theirs),
          await tokens('refresh', REFRESHES, ours, theirs),
          await identities(exchanging, theirs),
          undemanded(await tokens('code exchange, ours in memory too', EXCHANGES, forgetful, theirs)),
          undemanded(await tokens('refresh, ours in memory too', REFRESHES, forgetful, theirs)),
          await metadata(ours),
        ],
        notes: [
          `One public client with PKCE and one resource on both sides, opaque tokens, refresh tokens rotated; ${CONNECTIONS} connections, in turns.`,
          'Ours flushes every exchange and every rotation to the disk before it answers, and keeps hashes only; oidc-provider keeps all in the memory of its process, and forgets.',
          'An exchange of an identity token verifies an RS256 signature, and commits the child, its audit entry and the use of the token to the disk; the tokens are signed beforehand.',
          `Codes are made beforehand, and that is not timed: ${EXCHANGES.batches} batches of ${EXCHANGES.codes} a round. Refreshes run in chains, each with the token that the one before brought.`,
        ],
      }
    } finally {
      await Promise.all([ours, forgetful, exchanging, theirs].map(({ child }) => child.stop()))
      await rm(directory, { recursive: true, force: true })
    }
  },
}

async function start(file: string, args: string[], readyPath: string, tokenPath: string): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = startNode(join(import.meta.dirname, '../oauth', file), [String(port), ...args])
  await answering(url + readyPath, child)
  return { url, tokenPath, child }
}

async function tokens(what: string, work: TokenLoad['work'], ours: Server, theirs: Server): Promise<Line> {
  const rate = ({ url, tokenPath }: Server) => tokensPerSecond({ url, tokenPath, connections: CONNECTIONS, work })
  await rate(ours)
  await rate(theirs)
  const rates = await alternating(ROUNDS, { ours: () => rate(ours), theirs: () => rate(theirs) })
  return {
    what,
    unit: '/s',
    ours: rates.ours,
    baseline: { name: 'oidc-provider', samples: rates.theirs },
    demand: { ratioAtLeast: 1 },
  }
}

/** Exchanges of identity tokens of workloads, against code exchanges of the baseline. */
async function identities(ours: Server, theirs: Server): Promise<Line> {
  const rate = ({ url, tokenPath }: Server, work: TokenLoad['work']) =>
    tokensPerSecond({ url, tokenPath, connections: CONNECTIONS, work })
  await rate(ours, IDENTITIES)
  await rate(theirs, EXCHANGES)
  const rates = await alternating(ROUNDS, {
    ours: () => rate(ours, IDENTITIES),
    theirs: () => rate(theirs, EXCHANGES),
  })
  return {
    what: 'exchange of an identity token, against their code exchange',
    unit: '/s',
    ours: rates.ours,
    baseline: { name: 'oidc-provider', samples: rates.theirs },
    demand: { ratioAtLeast: 0.8 },
  }
}

function undemanded({ demand: _, ...line }: Line): Line {
  return line
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
