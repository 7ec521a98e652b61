import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { CrawlerHit } from '@footfall/core-domain'
import { createSignatureSync } from 'http-message-sig'
import { beforeEach, describe, expect, it } from 'vitest'
import { compileCrawlerLists } from '../enrich/crawler-lists.ts'
import type { TestCollector } from './test-support/collector-fixture.ts'
import { collectorFixture } from './test-support/collectors.ts'
import { BROWSER, GOOGLEBOT } from './test-support/ports.ts'

const SIGNING_CRAWLER =
  'Mozilla/5.0 (compatible; Google-Agent; +https://developers.google.com/crawling/docs/crawlers-fetchers/google-agent)'
const AGENT = '"https://agent.bot.goog"'
const URL_ASKED = 'https://shop.example/pricing?a=1'
const NOW = Date.parse('2026-11-20T12:00:00Z') / 1000

const keyPair = () => generateKeyPairSync('ed25519')
const jwk = (key: KeyObject, more = {}) => ({ ...key.export({ format: 'jwk' }), ...more })
const directory = (...keys: readonly unknown[]) => JSON.stringify({ keys })

const listed = (prefix: string) => ({ published: undefined, fetched: '2026-11-24', prefixes: [prefix] })
const LISTS = { 'google-common': listed('192.0.2.0/24') }

const fixture = collectorFixture()
let collector: TestCollector
let directories: Map<string, string>
let fetched: string[]
const own = keyPair()

beforeEach(async () => {
  fetched = []
  const keys = directory(jwk(own.publicKey, { kid: 'one' }))
  directories = new Map([
    ['agent.bot.goog', keys],
    ['chatgpt.com', keys],
  ])
  collector = await fixture.openCollector({
    crawlerAddresses: compileCrawlerLists(LISTS),
    async fetchSignerDirectory(host) {
      fetched.push(host)
      const found = directories.get(host)
      if (found === undefined) throw new Error('unreachable')
      return found
    },
  })
})

interface Signing {
  readonly key?: KeyObject
  readonly components?: readonly string[]
  readonly parameters?: object
  readonly agent?: string
  readonly url?: string
  readonly label?: string
}

let nonces = 0

/** A hit as the server of the site reports it, signed as Web Bot Auth says. */
function signed(signing: Signing = {}, hit: object = {}) {
  const { key = own.privateKey, agent = AGENT, url = URL_ASKED, label = 'sig1' } = signing
  const fields = createSignatureSync(
    {
      kind: 'request',
      method: 'GET',
      targetUri: url,
      fields: [
        { name: 'signature-agent', value: agent },
        { name: 'user-agent', value: SIGNING_CRAWLER },
      ],
    },
    {
      label,
      components: signing.components ?? ['@authority', 'signature-agent'],
      parameters: {
        ...{ created: NOW - 5, expires: NOW + 300, keyid: 'one', tag: 'web-bot-auth', nonce: `nonce ${nonces++}` },
        ...signing.parameters,
      },
      signer: { algorithm: 'ed25519', sign: (data) => new Uint8Array(sign(null, data, key)) },
    },
  )
  return {
    ...{ url, user_agent: SIGNING_CRAWLER, signature_agent: agent },
    ...{ signature: fields.signature, signature_input: fields.signatureInput },
    ...hit,
  }
}

/** The verdicts that the hits are stored with, by crawler. */
async function verdictsOf(...hits: readonly object[]) {
  await collector.ingest.collector.crawls(
    collector.product,
    hits.map((hit) => CrawlerHit.parse(hit)),
  )
  return stored()
}

async function stored() {
  await collector.ingest.flush()
  const rows = await fixture.engine.rows<{ crawler: string; verified: string }>(
    `SELECT crawler, verified FROM crawler_hits WHERE product_id = '${collector.product}' ORDER BY crawler, toString(verified)`,
  )
  return rows.map(({ crawler, verified }) => `${crawler} ${verified}`)
}

describe('the verdict on a hit of a crawler', () => {
  it('follows the published addresses where the hit has one, and is unknown without', async () => {
    const hit = (more: object) => ({ url: URL_ASKED, user_agent: GOOGLEBOT, ...more })
    expect(await verdictsOf(hit({ ip: '192.0.2.1' }), hit({ ip: '203.0.113.7' }), hit({}))).toEqual([
      'Googlebot false',
      'Googlebot true',
      'Googlebot unknown',
    ])
  })

  it('stays unknown for every address while no list has been fetched', async () => {
    await collector.restart({ crawlerAddresses: compileCrawlerLists({}) })
    const hit = (ip: string) => ({ url: URL_ASKED, user_agent: GOOGLEBOT, ip })
    expect(await verdictsOf(hit('192.0.2.1'), hit('203.0.113.7'))).toEqual(['Googlebot unknown', 'Googlebot unknown'])
  })

  it('follows the address of the client where the collector itself sees the crawler', async () => {
    const send = (address: string) => collector.send({}, { userAgent: GOOGLEBOT, address })
    await send('192.0.2.1')
    await send('203.0.113.7')
    await send('10.1.2.3')
    expect(await stored()).toEqual(['Googlebot false', 'Googlebot true', 'Googlebot unknown'])
  })

  it('a signature by a key of the signer verifies a hit, by the id of the key and by its thumbprint', async () => {
    const thumbprint = thumbprintOf(own.publicKey)
    expect(await verdictsOf(signed(), signed({ parameters: { keyid: thumbprint } }))).toEqual([
      'Google-Agent true',
      'Google-Agent true',
    ])
    expect(fetched).toEqual(['agent.bot.goog'])
  })

  it.each([
    ['a dictionary of signers', signed({ agent: 'sig1="https://agent.bot.goog"' })],
    [
      'further components',
      signed({ components: ['@method', '@target-uri', '@path', 'user-agent', 'signature-agent'] }),
    ],
    ['another label', signed({ label: 'bot' })],
    ['no nonce', signed({ parameters: { nonce: undefined } })],
  ])('a signature with %s verifies a hit', async (_, hit) => {
    expect(await verdictsOf(hit)).toEqual(['Google-Agent true'])
  })

  const stranger = keyPair()
  it.each([
    ['of the wrong key', signed({ key: stranger.privateKey })],
    ['of a key that the signer does not publish', signed({ parameters: { keyid: 'two' } })],
    ['that is expired', signed({ parameters: { created: NOW - 900, expires: NOW - 600 } })],
    ['that is older than a day', signed({ parameters: { created: NOW - 90_000, expires: NOW + 300 } })],
    ['from the future', signed({ parameters: { created: NOW + 600, expires: NOW + 900 } })],
    ['without an end', signed({ parameters: { expires: undefined } })],
    ['of another purpose', signed({ parameters: { tag: 'web-payment' } })],
    ['for another site', signed({}, { url: 'https://other.example/pricing' })],
    ['that does not cover the site', signed({ components: ['signature-agent'] })],
    ['that does not cover its signer', signed({ components: ['@authority'] })],
    ['of another signer', signed({ agent: '"https://evil.example"' })],
    ['of a signer without TLS', signed({ agent: '"http://agent.bot.goog"' })],
    ['of a signer at another port', signed({ agent: '"https://agent.bot.goog:8443"' })],
    ['of a signer with a password', signed({ agent: '"https://a:b@agent.bot.goog"' })],
    ['of no signer', signed({}, { signature_agent: 'agent.bot.goog' })],
    [
      'with another algorithm',
      signed({}, { signature_input: signed().signature_input.replace(';keyid', ';alg="hmac-sha256";keyid') }),
    ],
    ['that is not a signature', signed({}, { signature: 'sig1=:AAAA:' })],
    ['that is not a dictionary', signed({}, { signature: '((((', signature_input: '))))' })],
  ])('a signature %s verifies nothing, and disproves its hit', async (_, hit) => {
    expect(await verdictsOf(hit)).toEqual(['Google-Agent false'])
  })

  it.each([
    ['covers a header that is given', signed({ components: ['@authority', 'signature-agent', 'user-agent'] }), 'true'],
    [
      'covers a header that is not given',
      signed({}, { signature_input: signed().signature_input.replace('"@authority"', '"@authority" "x-missing"') }),
      'unknown',
    ],
    [
      'covers what is not read',
      signed(
        {},
        { signature_input: signed().signature_input.replace('"@authority"', '"@authority" "@query-param";name="a"') },
      ),
      'unknown',
    ],
  ])('a signature that %s has the verdict it can have', async (_, hit, verdict) => {
    expect(await verdictsOf(hit)).toEqual([`Google-Agent ${verdict}`])
  })

  it('a signature has no verdict while the directory of the signer cannot be fetched, and one once it can', async () => {
    directories.clear()
    expect(await verdictsOf(signed())).toEqual(['Google-Agent unknown'])
    directories.set('agent.bot.goog', directory(jwk(own.publicKey, { kid: 'one' })))
    // Not asked again within the same minute.
    expect(await verdictsOf(signed())).toEqual(['Google-Agent unknown', 'Google-Agent unknown'])
    expect(fetched).toHaveLength(1)
    collector.clock.advance(61_000)
    expect(await verdictsOf(signed())).toContain('Google-Agent true')
  })

  it('fetches a directory again for a new key, at most once a minute', async () => {
    await verdictsOf(signed())
    const next = keyPair()
    directories.set(
      'agent.bot.goog',
      directory(jwk(own.publicKey, { kid: 'one' }), jwk(next.publicKey, { kid: 'two' })),
    )
    const rotated = () => signed({ key: next.privateKey, parameters: { keyid: 'two' } })
    expect(await verdictsOf(rotated())).toEqual(['Google-Agent false', 'Google-Agent true'])
    collector.clock.advance(61_000)
    await verdictsOf(
      rotated(),
      ...Array.from({ length: 20 }, (_, i) => signed({ parameters: { keyid: `made up ${i}` } })),
    )
    expect(fetched).toHaveLength(2)
    expect((await stored()).filter((verdict) => verdict.endsWith('true'))).toHaveLength(2)
  })

  it.each([
    ['no JSON', '<html>'],
    ['no keys', '{}'],
    ['too many keys', directory(...Array.from({ length: 51 }, () => jwk(own.publicKey)))],
    [
      'keys of other kinds',
      directory({ kty: 'RSA', n: 'x', e: 'AQAB' }, { kty: 'OKP', crv: 'Ed25519', x: '=' }, 7, null),
    ],
  ])('no signature is true by a directory with %s', async (_, text) => {
    directories.set('agent.bot.goog', text)
    expect(await verdictsOf(signed())).not.toContain('Google-Agent true')
  })

  it('a signature and a nonce verify one hit, in one batch and in several', async () => {
    const one = signed()
    expect(await verdictsOf(one, one)).toEqual(['Google-Agent false', 'Google-Agent true'])
    expect(await verdictsOf(one)).toEqual(['Google-Agent false', 'Google-Agent false', 'Google-Agent true'])
    const again = (path: string) => signed({ url: `https://shop.example${path}`, parameters: { nonce: 'used' } })
    expect((await verdictsOf(again('/a'), again('/b'))).filter((verdict) => verdict.endsWith('true'))).toHaveLength(2)
  })

  it('checks a signature at the time of its request, and ignores it if it was reported too late', async () => {
    collector.clock.advance(3 * 3_600_000)
    const received = { occurred_at: '2026-11-20T12:00:00Z' }
    expect(await verdictsOf(signed({}, received), signed())).toEqual(['Google-Agent false', 'Google-Agent true'])
    collector.clock.advance(4 * 3_600_000)
    expect(await verdictsOf(signed({}, received))).toContain('Google-Agent unknown')
  })

  it('a signature of a crawler that signs nothing proves nothing', async () => {
    expect(await verdictsOf(signed({}, { user_agent: GOOGLEBOT }))).toEqual(['Googlebot unknown'])
    expect(fetched).toEqual([])
  })

  it('one proof suffices: an address, or a signature', async () => {
    await collector.restart({
      crawlerAddresses: compileCrawlerLists({ ...LISTS, 'google-agents': listed('198.51.100.0/24') }),
    })
    const hit = { ip: '198.51.100.7' }
    expect(await verdictsOf(signed({ key: stranger.privateKey }, hit))).toEqual(['Google-Agent true'])
  })

  it('a browser whose request is signed by an agent is a crawler, and one that only claims to be signed is a person', async () => {
    const agent = { agent: '"https://chatgpt.com"' }
    const browser = { user_agent: BROWSER }
    expect(await verdictsOf(signed(agent, browser), signed({ ...agent, key: stranger.privateKey }, browser))).toEqual([
      'ChatGPT Agent true',
    ])
    expect(await verdictsOf({ url: URL_ASKED, ...browser, signature_agent: '"https://chatgpt.com"' })).toHaveLength(1)
  })

  it('keeps neither the address nor the signature of a hit', async () => {
    await verdictsOf(signed({}, { ip: '198.51.100.77' }))
    const [row] = await fixture.engine.rows<Record<string, unknown>>(
      `SELECT * FROM crawler_hits WHERE product_id = '${collector.product}'`,
    )
    expect(JSON.stringify(row)).not.toMatch(/198\.51\.100|sig1|bot\.goog/)
  })
})

function thumbprintOf(key: KeyObject): string {
  const { x } = key.export({ format: 'jwk' })
  return createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
}
