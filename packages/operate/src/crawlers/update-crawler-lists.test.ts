import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CrawlerList } from '@footfall/core-domain'
import { openCrawlerLists, parseCrawlerLists } from '@footfall/ingest'
import { type WebhookReceiver, webhookReceiver } from '@footfall/testkit/receivers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPublishedList } from './published-list.ts'
import { fetchSignerDirectory } from './signer-directory.ts'
import { fromMakers, updateCrawlerLists } from './update-crawler-lists.ts'

const published = (...prefixes: readonly object[]) =>
  JSON.stringify({ creationTime: '2026-11-20T10:00:00.000000', prefixes })
const GPTBOT = published({ ipv4Prefix: '192.0.2.0/24' }, { ipv6Prefix: '2001:db8::/48' })

describe('reading the list that a maker publishes', () => {
  it.each([
    ['as JSON', GPTBOT],
    [
      'as JSON with zero-width spaces',
      published({ ipv4Prefix: '192.0.2.0/24\u200b' }, { ipv6Prefix: '2001:db8::/48' }),
    ],
    ['on a page', `<html><pre><code class="json">${GPTBOT.replaceAll('"', '&quot;')}</code></pre></html>`],
    ['on a page with other code', `<html><code>curl</code><code>${GPTBOT}</code>`],
  ])('reads a list %s', (_, document) => {
    expect(readPublishedList(document)).toEqual({
      published: '2026-11-20',
      prefixes: ['192.0.2.0/24', '2001:db8::/48'],
    })
  })

  it('reads a list without a day, and addresses without a mask once', () => {
    const document = JSON.stringify({ prefixes: [{ ip_prefix: '192.0.2.4' }, { ip_prefix: '192.0.2.4' }] })
    expect(readPublishedList(document)).toEqual({ published: undefined, prefixes: ['192.0.2.4'] })
  })

  it.each([
    ['nothing', ''],
    ['a page', '<html><body>Sign in</body></html>'],
    ['a list that is cut off', GPTBOT.slice(0, -10)],
    ['an empty list', published()],
    ['a list of texts', JSON.stringify({ prefixes: ['192.0.2.8'] })],
    ['a private network', published({ ipv4Prefix: '10.0.0.0/8' })],
    ['the address of this machine', published({ ipv4Prefix: '127.0.0.1' })],
    ['the whole internet', published({ ipv4Prefix: '0.0.0.0/0' })],
    ['a prefix without an address', published({})],
    ['an injection', published({ ipv4Prefix: "192.0.2.8' OR 1=1" })],
    ['too many networks', published(...Array(20_001).fill({ ipv4Prefix: '192.0.2.8' }))],
    ['a number', '7'],
    ['__proto__', '{"__proto__": {"prefixes": [{"ipv4Prefix": "192.0.2.8"}]}}'],
  ])('rejects %s as a list', (_, document) => {
    expect(() => readPublishedList(document)).toThrow()
  })
})

describe('updating the lists of crawlers', () => {
  let directory: string
  let path: string
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'footfall-crawlers-'))
    path = join(directory, 'crawlers.json')
  })
  afterEach(() => rm(directory, { recursive: true }))

  const documents = (known: Partial<Record<CrawlerList, string>>) => async (list: CrawlerList) => {
    const found = known[list]
    if (found === undefined) throw new Error('maker.example answered 503')
    return found
  }
  const update = (known: Partial<Record<CrawlerList, string>>, today = '2026-11-24') =>
    updateCrawlerLists({ path, today, get: documents(known) }, ['gptbot', 'bingbot'])
  const inPlace = async () => parseCrawlerLists(await readFile(path, 'utf8'))

  it('renews the lists that can be fetched, and keeps the others', async () => {
    expect(await update({ gptbot: GPTBOT })).toEqual([
      { list: 'gptbot', state: 'renewed', published: '2026-11-20', prefixes: 2 },
      {
        list: 'bingbot',
        state: 'failed',
        reason: 'maker.example answered 503',
        published: undefined,
        prefixes: 0,
      },
    ])
    const { gptbot, bingbot } = await inPlace()
    expect(gptbot).toEqual({
      published: '2026-11-20',
      fetched: '2026-11-24',
      prefixes: ['192.0.2.0/24', '2001:db8::/48'],
    })
    expect(bingbot).toBeUndefined()
    expect(await update({ gptbot: GPTBOT }, '2026-11-25')).toMatchObject([{ state: 'unchanged' }, { state: 'failed' }])
    expect((await inPlace()).gptbot?.fetched).toBe('2026-11-25')
  })

  it('keeps the earlier list of a maker whose new one is wrong', async () => {
    await update({ gptbot: GPTBOT })
    const bad = published({ ipv4Prefix: '0.0.0.0/0' })
    const bing = published({ ipv4Prefix: '198.51.100.0/24' })
    expect(await update({ gptbot: bad, bingbot: bing })).toMatchObject([{ state: 'failed' }, { state: 'renewed' }])
    expect((await inPlace()).gptbot?.prefixes).toEqual(['192.0.2.0/24', '2001:db8::/48'])
  })

  it('leaves the file as it is where no list can be fetched, or it cannot be written', async () => {
    await writeFile(path, 'before')
    await expect(update({})).rejects.toThrow('no list could be fetched; maker.example answered 503')
    expect(await readFile(path, 'utf8')).toBe('before')
    const elsewhere = { path: join(directory, 'nowhere', 'crawlers.json'), today: '2026-11-24' }
    await expect(updateCrawlerLists({ ...elsewhere, get: async () => GPTBOT }, ['gptbot'])).rejects.toThrow(
      'cannot be written',
    )
  })

  it('a running service has no verdict before the first lists, then uses the new ones, and keeps those in memory where the file is damaged', async () => {
    const warnings: string[] = []
    const log = { info: () => undefined, warn: (_: object, message: string) => void warnings.push(message) }
    const lists = await openCrawlerLists(path, log)
    const verdicts = () => ['192.0.2.8', '198.51.100.8'].map((address) => lists.verdict('GPTBot', address))
    expect(verdicts()).toEqual([null, null])
    expect(lists.status()).toEqual({ lists: 0, fetchedOn: undefined })
    await update({ gptbot: GPTBOT })
    await lists.reload()
    expect(verdicts()).toEqual([true, false])
    expect(lists.status()).toEqual({ lists: 1, fetchedOn: '2026-11-24' })
    await update({ gptbot: published({ ipv4Prefix: '198.51.100.0/24' }) }, '2026-11-25')
    await lists.reload()
    expect(verdicts()).toEqual([false, true])
    await writeFile(path, '{"version": 1')
    await lists.reload()
    await lists.reload()
    expect(verdicts()).toEqual([false, true])
    expect(warnings).toHaveLength(1)
    expect((await openCrawlerLists(path, log)).verdict('GPTBot', '198.51.100.8')).toBeNull()
  })
})

describe('files that are fetched for the verification of crawlers', () => {
  const opened: WebhookReceiver[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((server) => server.close()))
  })
  async function serve(...given: Parameters<typeof webhookReceiver>): Promise<WebhookReceiver> {
    const server = await webhookReceiver(...given)
    opened.push(server)
    return server
  }
  /** As if the address of the server were public. */
  const reaching = ({ certificate, resolver }: WebhookReceiver) => ({
    ...{ anyAddress: true, certificateAuthorities: certificate, resolver },
  })

  it('a directory of keys is what its host answers, and neither a redirect nor what is too large', async () => {
    const target = await serve((response) => response.end('{"keys": ["of another host"]}'))
    const answers = [
      await serve((response) => response.end('{"keys": []}')),
      await serve((response) => response.writeHead(302, { location: target.url }).end('{"keys": []}')),
      await serve((response) => response.writeHead(404).end('{"keys": []}')),
      await serve((response) => response.end('x'.repeat(65 * 1024))),
    ]
    const fetched = await Promise.allSettled(answers.map((one) => fetchSignerDirectory(one.host, reaching(one))))
    expect(fetched.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
    expect(answers[0]?.received).toMatchObject([{ url: '/.well-known/http-message-signatures-directory' }])
    expect(target.received).toEqual([])
  })

  const at = (address: string) => async () => [{ address, family: address.includes(':') ? 6 : 4 }]

  it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00:ec2::254', '::ffff:192.168.0.1'])(
    'neither a directory of keys nor a list is fetched from %s',
    async (address) => {
      const resolver = at(address)
      await expect(fetchSignerDirectory('signer.example', { resolver })).rejects.toMatchObject({
        failure: 'address_not_public',
      })
      await expect(fromMakers({ resolver })('gptbot')).rejects.toThrow('openai.com has an address that is not public')
    },
  )

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '169.254.169.254'])(
    'no directory of keys is fetched from a signer whose name is the address %s',
    async (host) => {
      await expect(fetchSignerDirectory(host)).rejects.toMatchObject({ failure: 'address_not_public' })
    },
  )
})
