import { CRAWLER_LISTS, CRAWLER_OPERATORS, KNOWN_CRAWLERS } from '@footfall/core-domain'
import { sourceOfHost } from '@footfall/core-domain/sources'
import { describe, expect, it } from 'vitest'
import { compileCrawlerLists, formatCrawlerLists, parseCrawlerLists, statusOfLists } from './crawler-lists.ts'

const list = (...prefixes: readonly string[]) => ({ published: undefined, fetched: '2026-11-24', prefixes })
const addresses = compileCrawlerLists({
  'google-common': list('192.0.2.0/25', '2001:db8:1::/48'),
  'google-user': list('192.0.2.128/26'),
  'google-user-google': list('192.0.2.192/26'),
  gptbot: list('198.51.100.7'),
  anthropic: list('198.51.100.128/25'),
})

describe('the addresses of crawlers', () => {
  it.each([
    ['Googlebot', '192.0.2.1', true],
    ['Googlebot', '2001:db8:1::7', true],
    ['Googlebot', '::ffff:192.0.2.1', true],
    ['Googlebot', '192.0.2.200', false],
    ['Googlebot', '203.0.113.9', false],
    ['Googlebot', '2001:db8::1', false],
    ['Google-NotebookLM', '192.0.2.130', true],
    ['Google-NotebookLM', '192.0.2.200', true],
    ['GPTBot', '198.51.100.7', true],
    ['GPTBot', '198.51.100.8', false],
    ['GPTBot', '192.0.2.1', false],
    ['ClaudeBot', '198.51.100.129', true],
    ['Claude-User', '198.51.100.129', true],
  ])('verifies %s at %s by its published list: %s', (crawler, address, verdict) => {
    expect(addresses.verdict(crawler, address)).toBe(verdict)
  })

  it.each([
    ['a crawler whose operator publishes no addresses', 'Bytespider', '192.0.2.1'],
    ['a crawler whose list has not been fetched', 'ChatGPT-User', '192.0.2.1'],
    ['a crawler that no table has', 'Unlisted bot', '192.0.2.1'],
    ['a token of robots.txt', 'Google-Extended', '192.0.2.1'],
    ['an address inside of a network', 'Googlebot', '10.0.0.1'],
    ['the address of this machine', 'Googlebot', '::1'],
    ['no address', 'Googlebot', ''],
    ['a text', 'Googlebot', "192.0.2.1' OR 1=1"],
    ['a very long text', 'Googlebot', '1'.repeat(100_000)],
  ])('gives no verdict for %s', (_, crawler, address) => {
    expect(addresses.verdict(crawler, address)).toBeNull()
  })

  it('gives no verdict for any crawler while no list has been fetched', () => {
    const none = compileCrawlerLists({})
    for (const { crawler } of KNOWN_CRAWLERS) expect(none.verdict(crawler, '192.0.2.1')).toBeNull()
    expect(statusOfLists({})).toEqual({ lists: 0, fetchedOn: undefined })
  })

  it('every list is that of a crawler', () => {
    const used = new Set(KNOWN_CRAWLERS.flatMap(({ lists = [] }) => lists))
    expect([...used].sort()).toEqual([...CRAWLER_LISTS].sort())
  })

  it('the file of lists is read as it was written, and its state has the latest day', () => {
    const lists = { gptbot: list('192.0.2.0/24'), bingbot: { ...list('2001:db8::/32'), fetched: '2026-11-17' } }
    expect(parseCrawlerLists(formatCrawlerLists(lists))).toEqual(lists)
    expect(statusOfLists(lists)).toEqual({ lists: 2, fetchedOn: '2026-11-24' })
  })

  const file = (gptbot: unknown) => JSON.stringify({ version: 1, lists: { gptbot } })
  it.each([
    ['no JSON', '{"version": 1, "lists'],
    ['another version', '{"version": 2, "lists": {}}'],
    ['an unknown list', '{"version": 1, "lists": {"otherbot": {"fetched": "2026-11-24", "prefixes": ["192.0.2.8"]}}}'],
    ['an empty list', file({ fetched: '2026-11-24', prefixes: [] })],
    ['a list without a day', file({ prefixes: ['192.0.2.8'] })],
    ['a private network', file({ fetched: '2026-11-24', prefixes: ['192.168.0.0/16'] })],
    ['half of the internet', file({ fetched: '2026-11-24', prefixes: ['0.0.0.0/1'] })],
    ['all of IPv6', file({ fetched: '2026-11-24', prefixes: ['2000::/3'] })],
    ['a number', file({ fetched: '2026-11-24', prefixes: [1] })],
    ['a name', file({ fetched: '2026-11-24', prefixes: ['crawler.example'] })],
    ['a mask that is too long', file({ fetched: '2026-11-24', prefixes: ['192.0.2.8/33'] })],
    ['too many networks', file({ fetched: '2026-11-24', prefixes: Array(20_001).fill('192.0.2.8') })],
  ])('rejects a file of lists with %s', (_, json) => {
    expect(() => parseCrawlerLists(json)).toThrow()
  })
})

describe('the table of crawlers', () => {
  it('lists a crawler before one whose token is a part of its token', () => {
    const tokens = KNOWN_CRAWLERS.flatMap(({ token }) => (token === undefined ? [] : [token]))
    const hidden = tokens.filter((token, i) => tokens.slice(0, i).some((earlier) => token.includes(earlier)))
    expect(hidden).toEqual([])
  })

  it('every crawler has one entry, and every token is in lower case', () => {
    const names = KNOWN_CRAWLERS.map(({ crawler }) => crawler)
    expect(new Set(names).size).toBe(names.length)
    for (const { token = '' } of KNOWN_CRAWLERS) expect(token).toBe(token.toLowerCase())
  })

  it('assistants have the names that the sources of visits have', () => {
    const hosts = ['chatgpt.com', 'claude.ai', 'gemini.google.com', 'perplexity.ai', 'copilot.microsoft.com']
    const more = ['chat.mistral.ai', 'chat.deepseek.com', 'meta.ai', 'you.com']
    const names = new Set([...hosts, ...more].map((host) => sourceOfHost(host)?.name))
    for (const source of CRAWLER_OPERATORS.flatMap(({ visitsFrom }) => visitsFrom)) expect(names).toContain(source)
  })
})
