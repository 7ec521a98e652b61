import { pause } from '../event-load.ts'
import { startEmbedded } from './embedded.ts'
import type { Scenario, Tally } from './scenario.ts'

const GUESSES = 300
const AT_ONCE = 30
const EVENT_EVERY_MS = 50
const QUIET_MS = 5_000
const EMAIL = 'ada@example.com'
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

interface Attack {
  readonly name: string
  readonly address: (n: number) => string
  readonly email: (n: number) => string
}

const eachFromElsewhere = (n: number) => `2001:db8:8:${n.toString(16)}::1`

/** From one subscriber with a /64 of addresses, from a subscriber for each guess, and the latter at as many accounts. */
const ATTACKS: readonly Attack[] = [
  { name: 'one /64', address: (n) => `2001:db8:7:7::${n.toString(16)}`, email: () => EMAIL },
  { name: `${GUESSES} networks`, address: eachFromElsewhere, email: () => EMAIL },
  {
    name: `${GUESSES} networks at ${GUESSES} accounts`,
    address: (n) => eachFromElsewhere(n + GUESSES),
    email: (n) => `person${n}@example.com`,
  },
]

/** Guesses at one account's password while events are collected. It ends by itself. */
export const passwordGuesses: Scenario = {
  name: 'guesses at a password',
  async run() {
    const service = await startEmbedded({ env: { RATE_LIMIT_OAUTH: '30' } })
    const tally = await guessPasswords(service.server.url, service.product)
    await service.end()
    return tally
  },
}

/** Against a service that trusts one proxy. */
async function guessPasswords(url: string, product: string): Promise<Tally> {
  const quiet = await collectWhile(url, product, () => pause(QUIET_MS))
  const notes = [`events without guesses: ${latency(quiet.times)}`]
  const statuses = [...quiet.statuses]
  for (const attack of ATTACKS) {
    const begun = performance.now()
    let answered: readonly number[] = []
    const collected = await collectWhile(url, product, async () => {
      answered = await guess(url, attack)
    })
    const seconds = (performance.now() - begun) / 1_000
    const countOf = (wanted: number) => answered.filter((status) => status === wanted).length
    const judged = countOf(403)
    notes.push(
      `from ${attack.name}: ${judged} of ${GUESSES} guesses judged in ${seconds.toFixed(1)} s (${countOf(429)} × 429, ${countOf(503)} × 503), events meanwhile: ${latency(collected.times)}`,
    )
    statuses.push(...collected.statuses, ...answered)
  }
  const broken = statuses.filter((status) => status === 0 || (status >= 500 && status !== 503)).length
  const deferred = statuses.filter((status) => status === 503).length
  return {
    tried: statuses.length,
    survived: statuses.length - broken,
    lost: 0,
    broken,
    deferred,
    note: notes.join('; '),
  }
}

async function guess(url: string, { address, email }: Attack): Promise<readonly number[]> {
  const origin = new URL(url)
  origin.hostname = 'localhost'
  const statuses: number[] = []
  let next = 0
  const guesser = async () => {
    while (next < GUESSES) {
      const n = next++
      const response = await fetch(`${url}/sign-in`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: origin.origin, 'x-forwarded-for': address(n) },
        body: new URLSearchParams({ email: email(n), password: `guess number ${n}` }),
      }).catch(() => undefined)
      await response?.arrayBuffer()
      statuses.push(response?.status ?? 0)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, guesser))
  return statuses
}

/** Sends events at a steady rate, whatever the answers, until the work is done. */
async function collectWhile(url: string, product: string, work: () => Promise<void>) {
  const times: number[] = []
  const statuses: number[] = []
  const sending: Promise<void>[] = []
  let done = false
  const working = work().finally(() => {
    done = true
  })
  while (!done) {
    sending.push(
      (async () => {
        const begun = performance.now()
        const response = await fetch(`${url}/api/event`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': BROWSER, 'x-forwarded-for': '203.0.113.9' },
          body: JSON.stringify({ product, name: 'pageview', url: 'https://shop.example/' }),
        }).catch(() => undefined)
        await response?.arrayBuffer()
        times.push(performance.now() - begun)
        statuses.push(response?.status ?? 0)
      })(),
    )
    await pause(EVENT_EVERY_MS)
  }
  await Promise.all([working, ...sending])
  return { times, statuses }
}

function latency(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`
}
