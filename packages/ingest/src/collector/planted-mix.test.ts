import { SECOND_MS } from '@footfall/core-domain'
import { seededRandom } from '@footfall/testkit'
import { moveVisits } from '@footfall/warehouse'
import { expect, it } from 'vitest'
import { collectorFixture } from './test-support/collectors.ts'

const WITHOUT_OWNERS = async () => undefined

/**
 * Traffic of known origin: people, an office and a school behind one network each, and farms of browsers without a screen. Each is
 * made from a seed of its own, and says in its hostname what it is.
 */

const CHROME_VERSIONS = [128, 129, 130, 131]
const SYSTEMS = [
  { agent: 'Windows NT 10.0; Win64; x64', platform: 'Windows' },
  { agent: 'Macintosh; Intel Mac OS X 10_15_7', platform: 'macOS' },
  { agent: 'X11; Linux x86_64', platform: 'Linux' },
]
const PAGES = ['/', '/pricing', '/blog', '/docs', '/about', '/contact']
const WIDTHS = [360, 390, 412, 768, 1280, 1366, 1440, 1536, 1920, 2560]

interface Step {
  readonly atMs: number
  readonly body: Record<string, unknown>
}
interface Planted {
  readonly origin: { readonly address: string; readonly userAgent: string; readonly language: string | undefined }
  readonly steps: readonly Step[]
}

function diceOf(seed: string) {
  const random = seededRandom(seed)
  const below = (max: number) => {
    const bytes = random.bytes(4)
    return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) % max
  }
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T
  return { below, pick, chance: (percent: number) => below(1000) < percent * 10 }
}
type Dice = ReturnType<typeof diceOf>

function chrome(dice: Dice) {
  const { agent, platform } = dice.pick(SYSTEMS)
  const version = dice.pick(CHROME_VERSIONS)
  const userAgent = `Mozilla/5.0 (${agent}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.${dice.below(9999)}.0 Safari/537.36`
  const hints = {
    brands: [`Chromium ${version}`, `Google Chrome ${version}`, 'Not_A Brand 24'],
    mobile: false,
    platform,
  }
  return { userAgent, hints }
}

/** A person reads one page or several; most stay, and some leave at once. */
function reading(dice: Dice, who: string, startMs: number, device: Record<string, unknown>): readonly Step[] {
  const steps: Step[] = []
  let atMs = startMs
  const pages = dice.chance(45) ? 1 : 2 + dice.below(4)
  for (let page = 0; page < pages; page++) {
    const url = `https://${who}.example${dice.pick(PAGES)}`
    steps.push({ atMs, body: { ...device, url } })
    const stayMs = dice.chance(15) ? dice.below(5_000) : 5_000 + dice.below(90_000)
    atMs += stayMs
    const report = { name: 'engagement', url, engaged_ms: stayMs, scroll: 20 + dice.below(80) }
    steps.push({ atMs, body: { ...report, ...('hints' in device ? { hints: device.hints } : {}) } })
    atMs += 500
  }
  return steps
}

const DAY_MS = 3_600_000

/** Here and there, some behind a network of a data centre, some with a browser that hides its language or sends no hints. */
function people(count: number): readonly Planted[] {
  const dice = diceOf('people')
  return Array.from({ length: count }, (): Planted => {
    const { userAgent, hints } = chrome(dice)
    const isFirefox = dice.chance(30)
    const address = dice.chance(3)
      ? `192.0.2.${1 + dice.below(254)}`
      : `${11 + dice.below(100)}.${dice.below(256)}.${dice.below(256)}.${1 + dice.below(254)}`
    const agent = isFirefox
      ? `Mozilla/5.0 (Windows NT 10.0; rv:${100 + dice.below(32)}.0) Gecko/20100101 Firefox/${100 + dice.below(32)}.${dice.below(99)}`
      : userAgent
    const device = { width: dice.pick(WIDTHS), ...(isFirefox || dice.chance(20) ? {} : { hints }) }
    const language = dice.chance(1) ? undefined : dice.pick(['de', 'en-US', 'fr', 'ja'])
    return {
      origin: { address, userAgent: agent, language },
      steps: reading(dice, 'people', dice.below(DAY_MS), device),
    }
  })
}

/** Many devices of several kinds behind one address, most of them in the same minutes after lunch. */
function office(count: number): readonly Planted[] {
  const dice = diceOf('office')
  return Array.from({ length: count }, (): Planted => {
    const { userAgent, hints } = chrome(dice)
    const device = { width: dice.pick([1920, 2560]), hints }
    const startMs = dice.below(5 * 60_000)
    return {
      origin: { address: '203.0.113.9', userAgent, language: 'de' },
      steps: reading(dice, 'office', startMs, device),
    }
  })
}

/** Equal devices of one network open the same page in the same minute. */
function school(count: number): readonly Planted[] {
  const dice = diceOf('school')
  const userAgent =
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
  const hints = { brands: ['Chromium 131'], mobile: false, platform: 'Chrome OS' }
  return Array.from({ length: count }, (_, i): Planted => {
    const lesson = Math.floor(i / 30) * 600_000
    const atMs = lesson + dice.below(40_000)
    const body = { url: 'https://school.example/', width: 1366, hints }
    const stays = dice.chance(70)
    const report = { name: 'engagement', url: 'https://school.example/', engaged_ms: 30_000, scroll: 60, hints }
    const steps = [{ atMs, body }, ...(stays ? [{ atMs: atMs + 30_000, body: report }] : [])]
    return { origin: { address: `2001:db8:5::${(i + 1).toString(16)}`, userAgent, language: 'de' }, steps }
  })
}

/** Browsers without a screen, by how much they hide of it. The last kind leaves no trace. */
function farms(count: number): readonly Planted[] {
  const dice = diceOf('farms')
  return Array.from({ length: count }, (_, i): Planted => {
    const { userAgent, hints } = chrome(dice)
    const atMs = dice.below(DAY_MS)
    const page = { url: `https://farms.example${dice.pick(PAGES)}`, width: 1280, hints }
    const other = `${11 + dice.below(100)}.${dice.below(256)}.${dice.below(256)}.${1 + dice.below(254)}`
    const hosted = `192.0.2.${1 + dice.below(254)}`
    const of = (
      address: string,
      agent: string,
      language: string | undefined,
      body: Record<string, unknown>,
    ): Planted => ({
      origin: { address, userAgent: agent, language },
      steps: [
        { atMs, body },
        ...(dice.chance(20) ? [{ atMs: atMs + 300, body: { ...body, url: 'https://farms.example/2' } }] : []),
      ],
    })
    switch (dice.below(50) < 1 ? 'hidden' : i % 6) {
      case 0:
        return of(hosted, userAgent.replace('Chrome/', 'HeadlessChrome/'), undefined, page)
      case 1:
        return of(other, userAgent, 'en-US', { ...page, automated: true })
      case 2:
        return of(hosted, userAgent, undefined, { ...page, hints: undefined })
      case 3:
        return of(hosted, userAgent, 'en', { ...page, hints: { ...hints, brands: ['Chromium 140'] } })
      case 4:
        return of(other, userAgent, undefined, {
          ...page,
          hints: { ...hints, platform: hints.platform === 'Linux' ? 'Windows' : 'Linux' },
        })
      case 5: {
        // A burst: one user agent from many addresses of a rented network, in one minute.
        const minute = Math.floor(i / 180) * 300_000
        const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36`
        const body = {
          url: 'https://farms.example/',
          width: 1280,
          hints: { brands: ['Chromium 131'], platform: 'Linux' },
        }
        const steps = [{ atMs: minute + dice.below(50_000), body }]
        return {
          origin: { address: `198.18.${minute / 300_000}.${(i % 250) + 1}`, userAgent: agent, language: undefined },
          steps,
        }
      }
      default:
        return of(other, userAgent, 'en-US', page)
    }
  })
}

const fixture = collectorFixture()

it('suspects nearly all farms of a planted mix, and hardly anybody of its people, its office and its school', async () => {
  const networks = { isDataCentre: (address: string) => address.startsWith('192.0.2.'), isKnown: true }
  const collector = await fixture.openCollector({ networks })
  const mix = [...people(1500), ...office(150), ...school(120), ...farms(600)]
  const events = mix
    .flatMap(({ origin, steps }) => steps.map((step) => ({ origin, ...step })))
    .sort((a, b) => a.atMs - b.atMs)
  const bySecond = Map.groupBy(events, ({ atMs }) => Math.floor(atMs / SECOND_MS))
  const start = collector.clock.now()
  for (const [second, sent] of bySecond) {
    collector.clock.advance(start + second * SECOND_MS - collector.clock.now())
    await Promise.all(sent.map(({ body, origin }) => collector.send(JSON.parse(JSON.stringify(body)), origin)))
  }
  await collector.ingest.flush()
  await moveVisits(fixture.engine, collector.clock, WITHOUT_OWNERS)
  await moveVisits(fixture.engine, collector.clock, WITHOUT_OWNERS)
  const rows = await fixture.engine.rows<{ who: string; visits: string; suspected: string; mixed: string }>(
    `SELECT who, count() AS visits, countIf(most >= 256) AS suspected, countIf((most >= 256) != (least >= 256)) AS mixed FROM (
SELECT splitByChar('.', any(hostname))[1] AS who, max(evidence) AS most, min(evidence) AS least FROM events
WHERE product_id = '${collector.product}' GROUP BY visit) GROUP BY who`,
  )
  const of = (...names: readonly string[]) => {
    const own = rows.filter(({ who }) => names.includes(who))
    const sum = (key: 'visits' | 'suspected' | 'mixed') => own.reduce((total, row) => total + Number(row[key]), 0)
    return { visits: sum('visits'), share: sum('suspected') / sum('visits'), mixed: sum('mixed') }
  }
  expect(of('people', 'office', 'school', 'farms').mixed).toBe(0)
  expect(of('farms').visits).toBeGreaterThan(500)
  expect(of('people', 'office', 'school').visits).toBeGreaterThan(1500)
  expect(of('farms').share).toBeGreaterThanOrEqual(0.95)
  expect(of('people', 'office', 'school').share).toBeLessThanOrEqual(0.005)
  expect(of('office').share).toBeLessThanOrEqual(0.005)
  expect(of('school').share).toBeLessThanOrEqual(0.005)
})
