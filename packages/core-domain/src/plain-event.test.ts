import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BatchedEvent } from './collected.ts'
import { plainBatchedEvent } from './plain-event.ts'
import { plainUrl } from './plain-url.ts'

const usual = {
  name: 'pageview',
  url: 'https://shop.example.com/guide/1',
  title: 'Überblick',
  timestamp: '2026-11-23T06:00:00.123Z',
  ip: '81.2.69.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

/** Mostly plain values, and some that are nearly plain. */
const mostly = (plain: RegExp, odd: RegExp) =>
  fc.oneof({ weight: 8, arbitrary: fc.stringMatching(plain) }, { weight: 1, arbitrary: fc.stringMatching(odd) })
const label = mostly(
  /^[a-z0-9]([a-z0-9-]{0,4}[a-z0-9])?$/,
  /^[a-z0-9A-Zü_-]{0,6}$|^xn--[a-z0-9]{0,5}$|^0x[0-9a-f]*$|^\d{1,4}$/,
)
const host = fc.array(label, { minLength: 1, maxLength: 3 })
const name = mostly(/^[\w~!$&()*+,;=:@-][\w~!$&()*+,;=:@.-]{0,5}$/, /^[\w.%'"<>|\\^`{}[\] ü-]{0,6}$|^\.{1,2}$|^%2[eE]$/)
const scheme = mostly(/^https?$/, /^HTTPS$|^app$|^file$/)
const end = mostly(/^\/?$/, /^\?a=1$|^#x$|^:8080$|^[\0\n ]$/)
const url = fc
  .tuple(scheme, host, fc.array(name, { maxLength: 4 }), end)
  .map(
    ([start, labels, names, rest]) =>
      `${start}://${labels.join('.')}${names.map((part) => `/${part}`).join('')}${rest}`,
  )
const text = fc.oneof(
  fc.stringMatching(/^[!-~][ -~]{0,20}$/),
  fc.stringMatching(/^[!-~][ -~]{0,20}$/),
  fc.string({ maxLength: 140 }),
  fc.string({ unit: 'binary', maxLength: 140 }),
  fc.constant('x'.repeat(300)),
  fc.constant('x'.repeat(2049)),
)
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown),
  text,
)
const whole = fc.oneof(fc.integer({ min: -2, max: 200_000_000 }), fc.double(), fc.integer({ min: 0, max: 100 }))
const instant = fc.oneof(
  fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString()),
  fc.stringMatching(/^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-6]\d:[0-6]\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$/),
)
const address = fc.oneof(fc.ipV4(), fc.ipV6(), fc.ipV4Extended(), fc.stringMatching(/^[0-9a-fA-F:]{2,39}$/))
const event = fc.record(
  {
    name: fc.oneof(text, fc.constantFrom('pageview', 'Sign up', ' x')),
    url,
    title: text,
    referrer: text,
    props: fc.oneof(fc.dictionary(text, anything, { maxKeys: 32 }), anything),
    interactive: fc.oneof(fc.boolean(), anything),
    width: whole,
    engaged_ms: whole,
    scroll: whole,
    watches_errors: fc.oneof(fc.boolean(), anything),
    visitor: text,
    version: text,
    automated: fc.oneof(fc.boolean(), anything),
    hints: fc.oneof(fc.record({ brands: fc.array(text, { maxLength: 3 }) }), anything),
    timestamp: instant,
    ip: address,
    user_agent: text,
    language: text,
    id: text,
    other: anything,
  },
  { requiredKeys: [] },
)

const FIELDS =
  'name url title referrer props interactive width engaged_ms scroll watches_errors visitor version automated hints timestamp ip user_agent language id other'.split(
    ' ',
  )

it('the schema returns a plain event unchanged', () => {
  let plain = 0
  fc.assert(
    fc.property(event, fc.subarray([...FIELDS], { maxLength: 4 }), fc.boolean(), (made, fields, isWhole) => {
      const changed = Object.fromEntries(Object.entries(made).filter(([field]) => fields.includes(field)))
      const value: unknown = isWhole ? { ...usual, ...changed } : made
      const taken = plainBatchedEvent(value)
      if (taken === undefined) return
      plain++
      const checked = BatchedEvent.safeParse(value)
      expect(checked.error).toBeUndefined()
      expect(taken).toEqual(checked.data)
    }),
    { numRuns: 3000 },
  )
  expect(plain).toBeGreaterThan(20)
})

it('the schema returns each field of a plain event unchanged, whatever the others are', () => {
  const fields = fc.oneof(
    url.map((of) => ({ url: of })),
    address.map((of) => ({ ip: of })),
    instant.map((of) => ({ timestamp: of })),
    text.map((of) => ({ name: of })),
    text.map((of) => ({ id: of })),
    text.map((of) => ({ visitor: of })),
    whole.map((of) => ({ scroll: of })),
    whole.map((of) => ({ width: of })),
    fc.dictionary(text, anything, { maxKeys: 32 }).map((of) => ({ props: of })),
  )
  const plain = new Map<string, number>()
  fc.assert(
    fc.property(fields, (change) => {
      const value: unknown = { ...usual, ...change }
      if (plainBatchedEvent(value) === undefined) return
      for (const field of Object.keys(change)) plain.set(field, (plain.get(field) ?? 0) + 1)
      expect(BatchedEvent.safeParse(value).data).toEqual(value)
    }),
    { numRuns: 10_000 },
  )
  expect(
    Math.min(
      ...['url', 'ip', 'timestamp', 'name', 'id', 'visitor', 'scroll', 'width', 'props'].map(
        (field) => plain.get(field) ?? 0,
      ),
    ),
  ).toBeGreaterThan(5)
})

it.each([
  {},
  { ip: '2001:db8:0:0:0:0:0:1' },
  { ip: '2001:db8::1' },
  { props: { plan: 'pro', seats: 3, trial: false } },
  { id: 'evt_1', referrer: 'https://www.example.org/?q=1', width: 1280 },
])('the usual event with %j is plain, so it never reaches the schema', (change) => {
  expect(plainBatchedEvent({ ...usual, ...change })).toEqual({ ...usual, ...change })
})

it('reads the same hostname and path from a plain URL as the URL parser', () => {
  let plain = 0
  fc.assert(
    fc.property(url, (given) => {
      const found = plainUrl(given)
      if (found === undefined) return
      plain++
      const { hostname, pathname, search, hash } = new URL(given)
      expect({ ...found, search, hash }).toEqual({ hostname, pathname, search: '', hash: '' })
    }),
    { numRuns: 20_000 },
  )
  expect(plain).toBeGreaterThan(200)
})

it('rejects an address that is nearly plain in time linear in its length', () => {
  for (const nearly of [
    `https://${'a-'.repeat(1000)}`,
    `https://${'a.'.repeat(1000)}!`,
    `https://a${'/a'.repeat(1000)}%`,
    `https://a/${'a'.repeat(2000)}%`,
  ])
    expect(plainUrl(nearly)).toBeUndefined()
})
