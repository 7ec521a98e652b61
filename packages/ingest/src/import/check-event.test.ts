import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkEvent } from './check-event.ts'
import { ImportedEvent } from './imported-event.ts'

const awkward = fc.constantFrom(
  '',
  ' ',
  'pageview',
  ' padded ',
  'tab\there',
  'nul\0',
  '\ud800',
  'ünïcode',
  'x'.repeat(121),
  'x'.repeat(2049),
  '__proto__',
  'DE',
  'de',
  '198.51.100.7',
  '::1',
  '1.2.3',
  'https://example.com/a?b=c#d',
  'example.com',
  'javascript:alert(1)',
  'suspected',
  'human',
  'webdriver data_centre',
  '2026-02-28T10:00:00Z',
  '2026-02-29T10:00:00Z',
  '2028-02-29T10:00:00Z',
  '2026-04-31T10:00:00Z',
  '2026-12-31T23:59:59.123456789Z',
  '2026-12-31T23:59:60Z',
  '2026-12-31T24:00:00Z',
  '2026-12-31T23:59:59+05:45',
  '2026-12-31T23:59:59',
  '2026-12-31 23:59:59Z',
)
const value = fc.oneof(
  awkward,
  fc.string(),
  fc.constantFrom(0, 1, -1, 100, 101, 1.5, 1e9, Number.NaN, true, null, [], {}),
  fc.dictionary(fc.oneof(awkward, fc.string()), fc.oneof(awkward, fc.double(), fc.constantFrom(true, null, [], {}))),
  fc.record({ amount: fc.constantFrom('1.5', 2, '1.23456', 'x'), currency: fc.constantFrom('EUR', 'XYZ', 'eur') }),
)
const good = {
  timestamp: '2026-10-05T10:00:00Z',
  name: 'pageview',
  url: 'https://example.com/',
  visitor: 'ann',
  ip: '198.51.100.7',
  props: { plan: 'team', seats: 4, paid: true, gone: null },
  width: 1280,
}
const row = fc
  .tuple(
    fc.subarray(Object.keys(good) as (keyof typeof good)[], { minLength: 4 }),
    fc.dictionary(fc.constantFrom(...Object.keys(ImportedEvent.shape), 'product', '__proto__', 'color'), value, {
      maxKeys: 3,
    }),
  )
  .map(([kept, over]) => {
    const base: [string, unknown][] = kept.map((field) => [field, good[field]])
    // Parsed from JSON, `__proto__` is an ordinary field.
    return JSON.parse(JSON.stringify(Object.fromEntries([...base, ...Object.entries(over)])))
  })

it('checkEvent accepts and rejects exactly the rows that the schema does', () => {
  fc.assert(
    fc.property(row, (input) => {
      const present = Object.fromEntries(Object.entries(input).filter(([, entry]) => entry !== null))
      const parsed = ImportedEvent.safeParse(present)
      const checked = checkEvent(input)
      expect(checked.ok).toBe(parsed.success)
      if (checked.ok) expect(checked.event).toEqual(parsed.data)
    }),
    { numRuns: 5000 },
  )
})

it.each([
  [{ traffic: 'suspected', evidence: 'webdriver data_centre' }, undefined],
  [{ traffic: 'human', evidence: '' }, undefined],
  [{ traffic: 'bot' }, 'traffic'],
  [{ traffic: '' }, 'traffic'],
  [{ traffic: 'SUSPECTED' }, 'traffic'],
  [{ traffic: ['human'] }, 'traffic'],
  [{ traffic: 256 }, 'traffic'],
  [{ evidence: 'webdriver' }, 'traffic'],
  [{ traffic: 'suspected', evidence: 'suspected' }, 'evidence'],
  [{ traffic: 'suspected', evidence: 'webdriver,headless' }, 'evidence'],
  [{ traffic: 'suspected', evidence: '__proto__' }, 'evidence'],
  [{ traffic: 'suspected', evidence: "webdriver' OR 1=1" }, 'evidence'],
  [{ traffic: 'suspected', evidence: 'ｗebdriver 💡' }, 'evidence'],
  [{ traffic: 'suspected', evidence: 'webdriver '.repeat(1_000) }, 'evidence'],
  [{ traffic: 'suspected', evidence: 5 }, 'evidence'],
])('the class and the evidence of a row are taken or rejected by their name: %j, %s', (fields, path) => {
  const checked = checkEvent({ ...good, ...fields })
  expect(checked.ok ? undefined : checked.errors.map((error) => error.path)).toEqual(path && [path])
})

it('checkEvent accepts most typical rows without calling the schema', () => {
  expect(checkEvent(good)).toEqual({ ok: true, event: good })
  // The schema would have returned a new object.
  const checked = checkEvent(good)
  expect(checked.ok && checked.event).toBe(good)
})
