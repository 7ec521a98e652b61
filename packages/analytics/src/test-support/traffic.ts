import { byName, type Goal, type ProductId, VISIT_ATTRIBUTES } from '@footfall/core-domain'
import { seededRandom } from '@footfall/testkit'
import { type Engine, EVIDENCE_BITS, type EventRow, type VisitAttributes } from '@footfall/warehouse'

/** Traffic as ingest would have written it, made from a seed, hostile texts included. */

const PATHS = ['/', '/pricing', '/blog/ä%_b', '/blog/*', "/o'neill\\", '/docs/a', '/docs/b', '/thanks']
/** By path; two pages share a title, and one title is there in two cases. */
const TITLES: readonly (readonly string[])[] = [
  ['Home'],
  ['Pricing', 'PRICING'],
  ['Blog ä%_b'],
  ['*'],
  ["O'Neill \\", ''],
  ['Docs'],
  ['Docs', 'Docs – B'],
  ['Thank you 🧪'],
]
/** Two cities of one name, in two regions, and a city that no region is known of. */
const PLACES = [
  { country: 'DE', region: 'DE-BE', city: 'Berlin' },
  { country: 'DE', region: 'DE-BE', city: '' },
  { country: 'US', region: 'US-NH', city: 'Berlin' },
  { country: 'US', region: '', city: 'Springfield' },
  { country: 'NP', region: '', city: 'São Paulo' },
  { country: '', region: '', city: '' },
]
export const PROPERTY_NAMES = ['plan', "quo'te", 'emoji 🧪', 'back\\slash', 'with:colon']
const PROPERTY_VALUES = ['pro', 'free', '', "';--", '%', 'ünï', 'a\nb', '\\']
const EVENT_NAMES = ['signup', 'buy', "it's", 'play_%']
const HOSTNAMES = ['example.com', 'www.example.com', 'app.example.com']

export const GOALS: readonly Goal[] = [
  { name: 'signup', kind: 'custom', goal: true, revenue: false },
  { name: "it's", kind: 'custom', goal: true, revenue: false },
  { name: 'Thanked', kind: 'pageview', path_pattern: '/thanks', goal: true, revenue: false },
  { name: 'Read the docs', kind: 'pageview', path_pattern: '/docs/*', goal: true, revenue: false },
  { name: 'Odd', kind: 'pageview', path_pattern: '*ä%_*', goal: true, revenue: false },
  { name: 'buy', kind: 'custom', property: { name: "quo'te", value: 'pro' }, goal: true, revenue: true },
  {
    name: 'Bought free',
    event: 'buy',
    kind: 'custom',
    properties: [{ name: 'plan', value: 'free' }],
    goal: true,
    revenue: true,
  },
  { name: 'Read far', kind: 'pageview', path_pattern: '/blog/*', scroll_min: 60, goal: true, revenue: false },
  { name: 'Read long', kind: 'pageview', engaged_seconds_min: 60, goal: true, revenue: false },
]

export interface TrafficOptions {
  readonly product: ProductId
  readonly seed: string
  readonly visits: number
  readonly fromMs: number
  readonly toMs: number
  /** Fewer people make more visits each. */
  readonly people: number
  /** Whether visits have classes: some of each, and some from before there were any. */
  readonly hasClasses?: boolean
}

type Dice = ReturnType<typeof diceOf>

function diceOf(seed: string) {
  const random = seededRandom(seed)
  const below = (max: number) => {
    const bytes = random.bytes(4)
    return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) % max
  }
  return {
    below,
    chance: (percent: number) => below(100) < percent,
    pick: <T>(items: readonly T[]): T => items[below(items.length)] as T,
  }
}

export function makeTraffic(options: TrafficOptions): EventRow[] {
  const dice = diceOf(options.seed)
  const rows: EventRow[] = []
  for (let visit = 1; visit <= options.visits; visit++) {
    const start = options.fromMs + dice.below(Math.floor((options.toMs - options.fromMs) / 10)) * 10
    rows.push(...makeVisit(options, dice, visit, start))
  }
  // A payment that no visit is known for.
  for (let i = 0; i < 20; i++) {
    const at = options.fromMs + dice.below(options.toMs - options.fromMs)
    rows.push({
      ...blank(options.product, at, at),
      kind: 'custom',
      name: 'payment',
      revenue: '12.3456',
      currency: dice.pick(['EUR', 'USD']),
    })
  }
  return rows
}

/** Of people mostly. The same people have visits of every class. */
function evidenceOf(visit: number): number {
  if (visit % 11 === 0) return 0
  return visit % 5 === 3
    ? EVIDENCE_BITS.suspected | EVIDENCE_BITS.webdriver | EVIDENCE_BITS.classified
    : EVIDENCE_BITS.classified
}

function makeVisit(
  { product, people, hasClasses = false }: TrafficOptions,
  dice: Dice,
  visit: number,
  start: number,
): EventRow[] {
  const rows: EventRow[] = []
  const entry = dice.pick(PATHS)
  const person = dice.below(people) + 1
  const common = {
    ...attributes(dice),
    // The largest ids are where digits would get lost.
    visitor: String(2n ** 64n - BigInt(person) - BigInt(Math.floor(start / 86_400_000)) * 1_000_000n),
    visit: String(2n ** 63n + BigInt(visit)),
    entry_path: entry,
    hostname: dice.pick(HOSTNAMES),
    ...(hasClasses ? { evidence: evidenceOf(visit) } : {}),
  }
  let at = start
  let last = start
  let views = 0
  let unbounced = false
  const steps = dice.chance(40) ? 1 : 1 + dice.below(6)
  for (let step = 0; step < steps; step++) {
    if (step > 0) at += 1000 + dice.below(25 * 60_000)
    const custom = step > 0 ? dice.chance(30) : dice.chance(5)
    if (!custom) views++
    const unbounce: boolean = !unbounced && (custom || views > 1)
    unbounced ||= unbounce
    const path = step === 0 ? entry : dice.pick(PATHS)
    const hostname = dice.chance(10) ? dice.pick(HOSTNAMES) : common.hostname
    const title = dice.pick(TITLES[PATHS.indexOf(path)] ?? [])
    const event: EventRow = {
      ...blank(product, at, start),
      ...common,
      kind: custom ? 'custom' : 'pageview',
      name: custom ? dice.pick(EVENT_NAMES) : 'pageview',
      visit_starts: step === 0 ? 1 : 0,
      pv_seq: custom ? 0 : views,
      unbounce: unbounce ? 1 : 0,
      gap_ms: at - last,
      hostname,
      path,
      title,
      ...(custom && dice.chance(40)
        ? { revenue: `${dice.below(500)}.${dice.below(10)}9`, currency: dice.pick(['EUR', 'EUR', 'USD']) }
        : {}),
      ...(dice.chance(50) ? { props: { [dice.pick(PROPERTY_NAMES)]: dice.pick(PROPERTY_VALUES) } } : {}),
      tracker: dice.pick(['', '1.0.0', '1.1.0']),
    }
    rows.push(event)
    last = at
    if (!custom && dice.chance(60)) {
      last = at + 10 + dice.below(900)
      rows.push({
        ...blank(product, last, start),
        ...common,
        kind: 'engagement',
        name: 'engagement',
        hostname,
        path,
        title,
        props: event.props,
        gap_ms: last - at,
        engaged_ms: dice.below(90_000),
        scroll: dice.chance(80) ? dice.below(101) : 0,
        ...reportOf(last),
      })
    }
  }
  return rows
}

/** What the page reports of itself, made from the instant. */
function reportOf(at: number): Partial<EventRow> {
  const some = (number: number, value: number) => (at % number === 0 ? -1 : value)
  return {
    lcp: some(3, at % 5003),
    inp: some(2, at % 601),
    cls: some(5, at % 4001),
    ttfb: at % 1999,
    fcp: at % 7 === 0 ? 0 : at % 3001,
    error_count: at % 11 < 4 ? at % 11 : -1,
  }
}

function attributes(dice: Dice): VisitAttributes {
  const campaign = dice.chance(20) ? dice.pick(['spring', "sale'26", '']) : ''
  return {
    ...byName(VISIT_ATTRIBUTES, () => ''),
    channel: dice.pick(['Direct', 'Organic Search', 'Referral']),
    source: dice.pick(['', 'Google', 'GitHub']),
    referrer: dice.pick(['', 'https://google.com/', 'https://github.com/x?']),
    utm_source: campaign && 'news',
    utm_medium: campaign && 'email',
    utm_campaign: campaign,
    ...dice.pick(PLACES),
    language: dice.pick(['de', 'en-US', '']),
    device: dice.pick(['desktop', 'mobile']),
    browser: dice.pick(['Firefox', 'Chrome']),
    browser_version: dice.pick(['Chrome 140', 'Firefox 141']),
    os: dice.pick(['Linux', 'iOS', 'Windows']),
    os_version: dice.pick(['', 'Windows 11']),
    screen_size: dice.pick(['mobile', 'laptop']),
  }
}

function blank(product: ProductId, at: number, visitStart: number): EventRow {
  return {
    product_id: product,
    ts: new Date(at).toISOString().slice(0, 23).replace('T', ' '),
    kind: 'pageview',
    name: 'pageview',
    visitor: '0',
    identified: 0,
    visit: '0',
    visit_start: new Date(visitStart).toISOString().slice(0, 19).replace('T', ' '),
    visit_starts: 0,
    pv_seq: 0,
    unbounce: 0,
    gap_ms: 0,
    hostname: '',
    path: '',
    title: '',
    entry_path: '',
    ...byName(VISIT_ATTRIBUTES, () => ''),
    engaged_ms: 0,
    scroll: 0,
    revenue: '0',
    currency: '',
    props: {},
    tracker: '',
  }
}

/** One event of a visitor by itself, for tests that count by hand. */
export function pageview(product: ProductId, at: string, over: Partial<EventRow> = {}): EventRow {
  const ms = Date.parse(at)
  return {
    ...blank(product, ms, ms),
    visitor: '1',
    visit: '1',
    visit_starts: 1,
    pv_seq: 1,
    path: '/',
    entry_path: '/',
    ...over,
  }
}

let blocks = 0
export async function insertRows(engine: Engine, rows: readonly EventRow[]): Promise<void> {
  const block = rows.map((row) => JSON.stringify(row)).join('\n')
  await engine.insert('events', 'JSONEachRow', block, `test-support-${blocks++}`)
}

/** Makes the events of one visitor of a product with one visit, a second apart. */
export const visitsOf =
  (product: ProductId) =>
  (id: number, country: string, ...events: Partial<EventRow>[]): EventRow[] =>
    events.map((event, i) =>
      pageview(product, `2026-11-10T10:00:0${i}Z`, {
        visitor: String(id),
        visit: String(id),
        country,
        visit_start: '2026-11-10 10:00:00',
        visit_starts: i === 0 ? 1 : 0,
        pv_seq: i + 1,
        ...event,
      }),
    )
