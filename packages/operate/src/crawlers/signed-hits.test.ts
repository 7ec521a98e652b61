import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { CrawlerHit } from '@footfall/core-domain'
import { type CollectorFixture, openCollectorFixture, START } from '@footfall/ingest/test-support'
import { type WebhookReceiver, webhookReceiver } from '@footfall/testkit/receivers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchSignerDirectory } from './signer-directory.ts'

const SIGNER = 'agent.bot.goog'
const USER_AGENT = 'Mozilla/5.0 (compatible; Google-Agent)'
const URL_ASKED = 'https://shop.example:8443/pricing/a%20b?plan=pro&seats=3'
const CREATED = Date.parse(START) / 1000 - 5

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const { x = '' } = publicKey.export({ format: 'jwk' })
/** RFC 7638. */
const KEY_ID = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')

let fixture: CollectorFixture
let directory: WebhookReceiver
beforeAll(async () => {
  fixture = await openCollectorFixture()
  directory = await webhookReceiver(
    (response) => response.end(JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', x, use: 'sig' }] })),
    SIGNER,
  )
})
afterAll(async () => {
  await fixture.close()
  await directory.close()
})

/** Where the directory is, as if its address were public. */
function asPublic(host: string): Promise<string> {
  const { certificate, resolver, url } = directory
  const guard = { anyAddress: true, certificateAuthorities: certificate, resolver }
  return fetchSignerDirectory(`${host}:${new URL(url).port}`, guard)
}

interface Signing {
  readonly agent?: string
  /** Each covered component as RFC 9421 writes it, with its value in the signature base. */
  readonly covered: readonly (readonly [component: string, value: string])[]
  readonly key?: KeyObject
}

let nonces = 0

/** A hit whose signature is made by the letter of RFC 9421, without a library. */
function signedHit({ agent = `"https://${SIGNER}"`, covered, key = privateKey }: Signing) {
  const input = `(${covered.map(([component]) => component).join(' ')});created=${CREATED};keyid="${KEY_ID}";alg="ed25519";expires=${CREATED + 300};nonce="${nonces++}";tag="web-bot-auth"`
  const base = [...covered, ['"@signature-params"', input]].map(([name, value]) => `${name}: ${value}`).join('\n')
  return CrawlerHit.parse({
    ...{ url: URL_ASKED, user_agent: USER_AGENT, status: 200, method: 'GET', signature_agent: agent },
    signature: `sig2=:${sign(null, Buffer.from(base), key).toString('base64')}:`,
    signature_input: `sig2=${input}`,
  })
}

async function verdict(hit: ReturnType<typeof signedHit>, fetchDirectory = asPublic): Promise<string | undefined> {
  const collector = await fixture.openCollector({ fetchSignerDirectory: fetchDirectory })
  await collector.ingest.collector.crawls(collector.product, [hit])
  await collector.ingest.flush()
  const [row] = await fixture.engine.rows<{ verified: string }>(
    `SELECT toString(verified) AS verified FROM crawler_hits WHERE product_id = '${collector.product}'`,
  )
  await collector.close()
  return row?.verified
}

const AUTHORITY = ['"@authority"', 'shop.example:8443'] as const
const AGENT = ['"signature-agent"', `"https://${SIGNER}"`] as const

it.each<[string, Signing]>([
  ['the host and the signer', { covered: [AUTHORITY, AGENT] }],
  [
    'every part of the request',
    {
      covered: [
        ['"@method"', 'GET'],
        AUTHORITY,
        ['"@scheme"', 'https'],
        ['"@target-uri"', URL_ASKED],
        ['"@path"', '/pricing/a%20b'],
        ['"@query"', '?plan=pro&seats=3'],
        ['"user-agent"', USER_AGENT],
        AGENT,
      ],
    },
  ],
  [
    'a member of the dictionary of signers',
    {
      agent: `bot="https://${SIGNER}"`,
      covered: [AUTHORITY, ['"signature-agent";key="bot"', `"https://${SIGNER}"`]],
    },
  ],
])('a request that was signed by hand over %s is verified by the directory of its signer', async (_, signing) => {
  expect(await verdict(signedHit(signing))).toBe('true')
})

it.each<[string, Signing]>([
  ['by another key', { covered: [AUTHORITY, AGENT], key: generateKeyPairSync('ed25519').privateKey }],
  ['for another host', { covered: [['"@authority"', 'shop.example'], AGENT] }],
])('a request that was signed by hand %s is disproved', async (_, signing) => {
  expect(await verdict(signedHit(signing))).toBe('false')
})

it('a request whose directory redirects to this machine is neither verified nor disproved', async () => {
  const asked: string[] = []
  const redirecting = await webhookReceiver((response, { url = '' }) => {
    asked.push(url)
    response.writeHead(302, { location: directory.url }).end()
  }, SIGNER)
  const before = directory.received.length
  const { certificate, resolver, url } = redirecting
  const guard = { anyAddress: true, certificateAuthorities: certificate, resolver }
  const found = await verdict(signedHit({ covered: [AUTHORITY, AGENT] }), (host) =>
    fetchSignerDirectory(`${host}:${new URL(url).port}`, guard),
  )
  await redirecting.close()
  expect([found, asked, directory.received.length - before]).toEqual([
    'unknown',
    ['/.well-known/http-message-signatures-directory'],
    0,
  ])
})
