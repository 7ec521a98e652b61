import { identifiedVisitor, ProductId } from '@footfall/core-domain'
import { auditVisits, NO_DIFFERENCE, rollupDifference } from '@footfall/ingest/test-support'
import { EVIDENCE_BITS } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { generateDemoTraffic } from './generate.ts'
import { DEMO_PRODUCTS } from './plan.ts'
import { userName } from './users.ts'

const NOW = Date.parse('2026-11-20T15:12:33.123Z')
const WEBSITE = ProductId.parse('prd_website')
const DOCS = ProductId.parse('prd_docs')
const SILENT = ProductId.parse('prd_silent')
const options = {
  products: [
    { id: WEBSITE, kind: 'website' },
    { id: DOCS, kind: 'docs' },
    { id: SILENT, kind: 'silent' },
  ],
  now: NOW,
} as const

const engine = testEngine()
beforeAll(async () => {
  await generateDemoTraffic(engine, options)
})

const one = async (select: string) => (await engine.rows<Record<string, unknown>>(select))[0] ?? {}

describe('demo traffic', () => {
  it('demo traffic has at least 200,000 events in 91 days up to now and none after', async () => {
    const { n, days, early, late } = await one(
      `SELECT countIf(kind != 'engagement') AS n, uniqExact(toDate(ts)) AS days, countIf(ts < '2026-08-22') AS early,
        countIf(ts > '2026-11-20 15:12:33.123') AS late FROM events`,
    )
    expect(Number(n)).toBeGreaterThan(200_000)
    expect({ days, early, late }).toEqual({ days: '91', early: '0', late: '0' })
  })

  it.each([WEBSITE, DOCS])(
    'demo traffic has in every row of %s what the collector would have added up',
    async (product) => {
      expect(await auditVisits(engine, product)).toEqual(NO_DIFFERENCE)
      expect(await rollupDifference(engine, product)).toEqual([])
    },
  )

  it('demo traffic has consistent web vitals, and few errors', async () => {
    const { paint, answer, shift, wrong, errors, different, elsewhere } = await one(
      `SELECT quantileIf(0.75)(lcp, lcp >= 0) AS paint, quantileIf(0.75)(inp, inp >= 0) AS answer,
        quantileIf(0.75)(cls, cls >= 0) AS shift, countIf(lcp >= 0 AND (lcp < fcp OR fcp < ttfb)) AS wrong,
        sumIf(error_count, error_count > 0) AS errors, uniqExactIf(error, error != 0) AS different,
        countIf(kind != 'engagement' AND (lcp >= 0 OR error_count >= 0)) AS elsewhere FROM events`,
    )
    for (const [value, least, most] of [
      [paint, 1500, 4500],
      [answer, 90, 500],
      [shift, 300, 1500],
    ] as const) {
      expect(Number(value)).toBeGreaterThan(least)
      expect(Number(value)).toBeLessThan(most)
    }
    expect(Number(errors)).toBeGreaterThan(100)
    expect({ wrong, different, elsewhere }).toEqual({ wrong: '0', different: '4', elsewhere: '0' })
  })

  it('demo traffic makes a person one visitor per UTC day, kept by a visit over midnight', async () => {
    const { days, overnight } = await one(
      `SELECT max(days) AS days, countIf(ends > starts) AS overnight FROM (
        SELECT visitor, uniqExact(toDate(visit_start)) AS days, min(toDate(ts)) AS starts, max(toDate(ts)) AS ends
        FROM events GROUP BY visitor)`,
    )
    expect(days).toBe('1')
    expect(Number(overnight)).toBeGreaterThan(0)
  })

  it('demo traffic increases on the day of the launch, with the sources of the launch', async () => {
    const days = await engine.rows<{ day: string; source: string }>(
      `SELECT toDate(ts) AS day, topKIf(1)(source, visit_starts AND source != '')[1] AS source, sum(visit_starts) AS n
      FROM events WHERE product_id = 'prd_website' GROUP BY day ORDER BY n DESC LIMIT 1`,
    )
    expect(days[0]).toMatchObject({ day: '2026-10-27', source: 'Hacker News' })
  })

  it('demo traffic has a few visits in a hundred that look automated, by every rule that needs no database', async () => {
    const { share, mixed, unclassified, rules } = await one(
      `SELECT countIf(most >= 256) / count() AS share, countIf((most >= 256) != (least >= 256)) AS mixed, countIf(least = 0) AS unclassified,
        arraySort(groupUniqArrayIf(most - 257, most >= 256)) AS rules FROM (
        SELECT max(evidence) AS most, min(evidence) AS least FROM events GROUP BY product_id, visit)`,
    )
    expect(Number(share)).toBeGreaterThan(0.01)
    expect(Number(share)).toBeLessThan(0.05)
    expect({ mixed, unclassified }).toEqual({ mixed: '0', unclassified: '0' })
    const { webdriver, headless, headless_weak, contradicting_hints, uniform_burst } = EVIDENCE_BITS
    const found = (rules as number[]).reduce((bits, rule) => bits | rule, 0)
    expect(found).toBe(webdriver | headless | headless_weak | contradicting_hints | uniform_burst)
  })

  it('demo traffic loses some visitors at every step of the signup funnel, and never all', async () => {
    const { steps } = await one(
      `SELECT [uniqIf(visitor, path = '/pricing'), uniqIf(visitor, path = '/signup'), uniqIf(visitor, name = 'Signup'),
        uniqIf(visitor, name = 'Purchase' AND revenue > 0 AND props['plan'] != '')] AS steps
      FROM events WHERE product_id = 'prd_website'`,
    )
    const counts = (steps as string[]).map(Number)
    expect(counts).toEqual([...counts].sort((a, b) => b - a))
    expect(new Set(counts).size).toBe(4)
    expect(Math.min(...counts)).toBeGreaterThan(500)
  })

  it('demo traffic has crawlers of every purpose, and dropped events', async () => {
    expect(await one('SELECT uniqExact(purpose) AS n FROM crawler_hits')).toEqual({ n: '5' })
    // Without lists of addresses, only a signature is a proof.
    expect(
      await engine.rows(
        `SELECT DISTINCT crawler, verified FROM crawler_hits WHERE verified != 'unknown' ORDER BY crawler, verified`,
      ),
    ).toEqual(
      ['ChatGPT Agent', 'Google-Agent'].flatMap((crawler) => [
        { crawler, verified: 'true' },
        { crawler, verified: 'false' },
      ]),
    )
    expect(Number((await one('SELECT sum(count) AS n FROM rejected_events')).n)).toBeGreaterThan(100)
  })

  it.each([WEBSITE, DOCS])(
    'demo traffic counts every event of %s as forwarded by the proxy, in its hour',
    async (product) => {
      const [hours, forwarded] = await Promise.all(
        [
          `SELECT hostname, toStartOfHour(ts) AS hour, count() AS n FROM events`,
          `SELECT hostname, hour, sumIf(count, client_address = 'forwarded') AS n FROM proxied_events`,
        ].map((select) =>
          engine.rows(`${select} WHERE product_id = '${product}' GROUP BY hostname, hour ORDER BY hostname, hour`),
        ),
      )
      expect(hours?.length).toBeGreaterThan(1000)
      expect(forwarded).toEqual(hours)
    },
  )

  it('demo traffic has a title on every row, purchases in several currencies, and long paths of an application', async () => {
    const facts = await one(
      `SELECT countIf(title = '') AS untitled, arraySort(groupUniqArrayIf(currency, currency != '')) AS currencies,
        max(length(path)) > 150 AS long, countIf(name = 'Purchase' AND revenue = 0) AS unpaid,
        anyIf(title, path = '/blog/version-2') AS post, anyIf(title, path = '/app/projects') AS app FROM events`,
    )
    expect(facts).toEqual({
      untitled: '0',
      currencies: ['CHF', 'EUR', 'GBP', 'USD'],
      long: 1,
      unpaid: '0',
      post: 'Version 2 · Lumen Notes',
      app: 'Projects · Lumen',
    })
  })

  it('skips a product that has events, and one without demo traffic', async () => {
    const fingerprint = (product: string) =>
      one(
        `SELECT count() AS n, sum(cityHash64(* EXCEPT (product_id, visitor, visit))) AS sum FROM events WHERE product_id = '${product}'`,
      )
    const before = await fingerprint(WEBSITE)
    await generateDemoTraffic(engine, { ...options, now: NOW + 60_000 })
    expect(await fingerprint(WEBSITE)).toEqual(before)
    expect(await one(`SELECT count() AS n FROM events WHERE product_id = 'prd_silent'`)).toEqual({ n: '0' })
  })

  it('demo traffic contains the custom events that the control data of the product declares', async () => {
    for (const [kind, id] of [
      ['website', WEBSITE],
      ['docs', DOCS],
    ] as const) {
      const plan = DEMO_PRODUCTS.find((product) => product.kind === kind)
      const custom = plan?.events.events.filter((event) => event.kind === 'custom').map(({ name }) => name)
      const { names } = await one(
        `SELECT groupUniqArray(name) AS names FROM events WHERE product_id = '${id}' AND kind = 'custom'`,
      )
      expect(names).toEqual(expect.arrayContaining(custom ?? []))
    }
  })

  it('identifies the users of the app by the names under which live traffic sends them, and many of them come back in later weeks', async () => {
    const visitorKey = new Uint8Array(32).fill(7)
    const id = ProductId.parse('prd_identified')
    await generateDemoTraffic(engine, { products: [{ id, kind: 'docs', visitorKey }], now: NOW })
    const { users, returned, others } = await one(
      `SELECT countIf(identified) AS users, countIf(identified AND days > 7) AS returned, countIf(NOT identified) AS others
        FROM (SELECT visitor, any(identified) AS identified, dateDiff('day', min(ts), max(ts)) AS days
          FROM events WHERE product_id = '${id}' GROUP BY visitor)`,
    )
    expect(Number(users)).toBeGreaterThan(700)
    expect(Number(returned) / Number(users)).toBeGreaterThan(0.4)
    expect(Number(others)).toBeGreaterThan(10_000)
    const named = identifiedVisitor(visitorKey, userName(3))
    expect(await one(`SELECT any(identified) AS identified FROM events WHERE visitor = ${named}`)).toEqual({
      identified: 1,
    })
  })
})
