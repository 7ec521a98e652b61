import { describe, expect, it } from 'vitest'
import { CollectedEvent, CrawlerHit } from './collected.ts'

const named = (name: string) =>
  CollectedEvent.safeParse({ product: 'prd_1', name, url: 'https://example.com/' }).error?.issues.map(
    ({ path, message }) => [path.join('.'), message],
  )

describe('the name of a collected event', () => {
  it.each(['Sign up', 'pageview\u200b', 'tab\there', '👩‍🚀'])(
    'the name of a collected event may contain what is removed on arrival: %j',
    (name) => {
      expect(named(name)).toBeUndefined()
    },
  )

  it.each(['', ' ', '\u200b', '\u202e\u2066\ufeff', '\u0000\n', '\u{e0041}'])(
    'the name of a collected event must contain something visible: %j',
    (name) => {
      expect(named(name)).toEqual([['name', 'must not be empty']])
    },
  )

  it('the name of a collected event has at most 120 characters', () => {
    expect(named('x'.repeat(120))).toBeUndefined()
    expect(named('x'.repeat(121))).toEqual([['name', 'must have at most 120 characters']])
  })
})

describe('a hit of a crawler', () => {
  const hit = { url: 'https://example.com/', user_agent: 'GPTBot/1.2' }
  const pair = { signature: 'sig1=:AAAA:', signature_input: 'sig1=("@authority")' }

  it.each([
    ['an IPv4 address', { ip: '203.0.113.7' }],
    ['an IPv6 address', { ip: '2001:db8::1' }],
    ['a signature', { ...pair, signature_agent: '"https://bot.example"', method: 'POST', headers: { 'x-a': 'b' } }],
  ])('a hit may have %s', (_, more) => {
    expect(CrawlerHit.safeParse({ ...hit, ...more }).success).toBe(true)
  })

  it.each([
    ['a number for an address', { ip: 7 }, 'ip'],
    ['an empty address', { ip: '' }, 'ip'],
    ['a network for an address', { ip: '203.0.113.0/24' }, 'ip'],
    ['a name for an address', { ip: 'crawler.example' }, 'ip'],
    ['an injection for an address', { ip: "1.2.3.4'; DROP TABLE crawler_hits" }, 'ip'],
    ['a huge address', { ip: '1'.repeat(100_000) }, 'ip'],
    ['null for an address', { ip: null }, 'ip'],
    ['a signature without its input', { signature: pair.signature }, 'signature_input'],
    ['the input without a signature', { signature_input: pair.signature_input }, 'signature'],
    ['an empty signature', { ...pair, signature: '' }, 'signature'],
    ['a list of signatures', { ...pair, signature: [pair.signature] }, 'signature'],
    ['a huge signature', { ...pair, signature: 'x'.repeat(4097) }, 'signature'],
    ['an input beyond ASCII', { ...pair, signature_input: 'sig1=("ü")' }, 'signature_input'],
    ['a line break in the input', { ...pair, signature_input: 'a\r\nb' }, 'signature_input'],
    ['a huge signer', { ...pair, signature_agent: 'x'.repeat(1025) }, 'signature_agent'],
    ['a number for the signer', { ...pair, signature_agent: 1 }, 'signature_agent'],
    ['a method in lower case', { ...pair, method: 'get' }, 'method'],
    ['a long method', { ...pair, method: 'G'.repeat(21) }, 'method'],
    ['a list of headers', { ...pair, headers: ['a'] }, 'headers'],
    ['a header in upper case', { ...pair, headers: { 'X-A': 'b' } }, 'headers.X-A'],
    ['a header that is a number', { ...pair, headers: { a: 1 } }, 'headers.a'],
    ['a huge header', { ...pair, headers: { a: 'x'.repeat(1025) } }, 'headers.a'],
    [
      'many headers',
      { ...pair, headers: Object.fromEntries(Array.from({ length: 17 }, (__, i) => [`a${i}`, 'b'])) },
      'headers',
    ],
    ['an unknown field', { address: '203.0.113.7' }, ''],
  ])('a hit with %s is rejected at that field', (_, more, path) => {
    const parsed = CrawlerHit.safeParse({ ...hit, ...more })
    expect(parsed.error?.issues.map((issue) => issue.path.join('.'))).toContain(path)
  })
})

describe('the client hints of a collected event', () => {
  const issues = (more: object) =>
    CollectedEvent.safeParse({
      product: 'prd_1',
      name: 'pageview',
      url: 'https://example.com/',
      ...more,
    }).error?.issues.map(({ path, message }) => [path.join('.'), message])
  const long = 'x'.repeat(65)

  it.each([
    { hints: { brands: [] } },
    { hints: { brands: ['Brave 120', 'Not A(Brand', '', '名'.repeat(64)] } },
    { hints: { brands: ['Chromium 131'], mobile: false, platform: 'Windows', platform_version: '15.0.0' } },
    { automated: true },
    { automated: false },
  ])('client hints and automation are optional parts of an event: %j', (more) => {
    expect(issues(more)).toBeUndefined()
  })

  it.each([
    [{ hints: {} }, 'hints.brands', 'Invalid input: expected array, received undefined'],
    [{ hints: 'Brave' }, 'hints', 'Invalid input: expected object, received string'],
    [{ hints: null }, 'hints', 'Invalid input: expected object, received null'],
    [{ hints: { brands: [1] } }, 'hints.brands.0', 'Invalid input: expected string, received number'],
    [{ hints: { brands: [long] } }, 'hints.brands.0', 'must have at most 64 characters'],
    [{ hints: { brands: Array(11).fill('Brave') } }, 'hints.brands', 'must hold at most 10 brands'],
    [{ hints: { brands: [], mobile: '?0' } }, 'hints.mobile', 'Invalid input: expected boolean, received string'],
    [{ hints: { brands: [], platform: long } }, 'hints.platform', 'must have at most 64 characters'],
    [{ hints: { brands: [], platform_version: long } }, 'hints.platform_version', 'must have at most 64 characters'],
    [{ hints: { brands: [], model: 'Pixel' } }, 'hints', 'Unrecognized key: "model"'],
    [{ automated: 'true' }, 'automated', 'Invalid input: expected boolean, received string'],
    [{ automated: null }, 'automated', 'Invalid input: expected boolean, received null'],
  ])('names the field of wrong client hints or automation: %j', (more, path, message) => {
    expect(issues(more)).toEqual([[path, message]])
  })
})
