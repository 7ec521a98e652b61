import { pause } from '../../event-load.ts'
import { countBroken, type Scenario } from '../scenario.ts'
import { residentMib } from '../visit-flood.ts'
import { prepareAttack } from './attack.ts'
import { openWorstPlace, type WorstPlace } from './place.ts'
import { isWithin, percentile, type Ratio } from './ratio.ts'

const QUIET_MS = 20_000
const ATTACK_MS = 60_000
const OVERVIEW_EVERY_MS = 300
const EVENT_EVERY_MS = 50
const MEMORY_EVERY_MS = 250
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

/** One account uses all its limits while another one loads its overview and the site of the latter sends events. */
export const worstAccount: Scenario = {
  name: 'one account at its worst',
  async run() {
    const place = await openWorstPlace()
    try {
      const beginAttack = await prepareAttack(place)
      const before = await observe(place, QUIET_MS)
      const attack = beginAttack()
      const during = await observe(place, ATTACK_MS)
      const answered = await attack.stop()
      const ratios: readonly Ratio[] = [
        { what: 'overview', floorMs: 1_000, before: before.overviews.times, during: during.overviews.times },
        { what: 'events', floorMs: 300, before: before.events.times, during: during.events.times },
      ]
      const requests = [before, during].flatMap(({ overviews, events }) => [...overviews.statuses, ...events.statuses])
      const rejected = requests.filter((status) => status !== 200 && status !== 202)
      const exceeded = ratios.filter((ratio) => !isWithin(ratio))
      const statuses = [...answered].sort(([a], [b]) => a - b)
      return {
        tried: requests.length,
        survived: requests.length - rejected.length,
        // A ratio that does not hold fails the soak as a lost event does.
        lost: rejected.length + exceeded.length,
        broken: countBroken(answered),
        deferred: answered.get(503) ?? 0,
        note: [
          ...ratios.map(inWords),
          `memory ${before.memoryMib} MiB, at most ${during.memoryMib} MiB under attack`,
          `the attack was answered ${statuses.map(([status, n]) => `${n} × ${status === 0 ? 'not' : status}`).join(', ')}`,
        ].join('; '),
      }
    } finally {
      await place.end()
    }
  },
}

interface Answers {
  readonly times: readonly number[]
  readonly statuses: readonly number[]
}

interface Observed {
  readonly overviews: Answers
  readonly events: Answers
  readonly memoryMib: number
}

async function observe(place: WorstPlace, forMs: number): Promise<Observed> {
  const until = performance.now() + forMs
  const [overviews, events, memoryMib] = await Promise.all([
    repeatedly(until, () => loadOverview(place)),
    steadily(until, (i) => sendEvent(place, i)),
    greatestMemory(place, until),
  ])
  return { overviews, events, memoryMib }
}

/** The requests of the dashboard for an overview, all at once. Events arrive meanwhile, so caches soon expire. */
async function loadOverview({ server, quiet }: WorstPlace): Promise<number> {
  const period = 'period=30d&compare=previous_period'
  const questions = [
    `overview?${period}&metric=visitors&interval=day`,
    `breakdowns?${period}&dimensions=source,page,country,device&limit=9`,
  ]
  const statuses = await Promise.all(
    questions.map((question) =>
      statusOf(`${server.url}/api/v1/products/${quiet.product}/${question}`, { headers: quiet.headers }),
    ),
  )
  return statuses.find((status) => status !== 200) ?? 200
}

function sendEvent({ server, quiet }: WorstPlace, i: number): Promise<number> {
  return statusOf(`${server.url}/api/event`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': BROWSER, 'x-forwarded-for': `203.0.113.${i % 200}` },
    body: JSON.stringify({ product: quiet.product, name: 'pageview', url: `https://quiet.example/page/${i % 40}` }),
  })
}

function statusOf(url: string, init: RequestInit): Promise<number> {
  return fetch(url, init).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )
}

/** One after the other. */
async function repeatedly(until: number, ask: () => Promise<number>): Promise<Answers> {
  const times: number[] = []
  const statuses: number[] = []
  while (performance.now() < until) {
    const begun = performance.now()
    statuses.push(await ask())
    times.push(performance.now() - begun)
    await pause(OVERVIEW_EVERY_MS)
  }
  return { times, statuses }
}

/** At a rate that does not depend on the answers. */
async function steadily(until: number, send: (i: number) => Promise<number>): Promise<Answers> {
  const times: number[] = []
  const statuses: number[] = []
  const sending: Promise<void>[] = []
  for (let i = 0; performance.now() < until; i++) {
    const begun = performance.now()
    sending.push(
      send(i).then((status) => {
        times.push(performance.now() - begun)
        statuses.push(status)
      }),
    )
    await pause(EVENT_EVERY_MS)
  }
  await Promise.all(sending)
  return { times, statuses }
}

async function greatestMemory({ server }: WorstPlace, until: number): Promise<number> {
  let greatest = 0
  while (performance.now() < until) {
    greatest = Math.max(greatest, await residentMib(server))
    await pause(MEMORY_EVERY_MS)
  }
  return greatest
}

function inWords({ what, before, during, ...ratio }: Ratio): string {
  const of = (times: readonly number[]) => `p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms`
  const verdict = isWithin({ what, before, during, ...ratio }) ? 'holds' : 'does not hold'
  return `${what}: quiet ${of(before)}, under attack ${of(during)}, ${verdict}`
}
