const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
const TICK_MS = 50
/** Bounds the requests that wait for a response. */
const IN_FLIGHT_MAX = 2_000

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export interface EventLoad {
  /** Numbers of the events that were answered with 202. */
  readonly acknowledged: ReadonlySet<number>
  /** Number of responses by status; 0 counts requests without a response. */
  readonly statuses: ReadonlyMap<number, number>
  sent(): number
  /** Stops sending and waits for the requests in flight. */
  stop(): Promise<void>
}

/** Sends numbered events of one name to each address in turn, at a rate that does not depend on the responses. */
export function sendEvents(
  urls: () => readonly string[],
  product: string,
  perSecond: number,
  name = 'Sequence',
): EventLoad {
  const acknowledged = new Set<number>()
  const statuses = new Map<number, number>()
  const inFlight = new Set<Promise<void>>()
  let sent = 0
  let stopped = false

  const send = (n: number): Promise<number> => {
    const all = urls()
    return fetch(`${all[n % all.length]}/api/event`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': BROWSER, 'x-forwarded-for': `203.0.113.${n % 200}` },
      body: JSON.stringify({ product, name, url: 'https://shop.example/', props: { n: String(n) } }),
    }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => 0,
    )
  }
  const run = async () => {
    const started = performance.now()
    while (!stopped) {
      const due = ((performance.now() - started) / 1_000) * perSecond
      while (sent < due && inFlight.size < IN_FLIGHT_MAX) {
        const n = sent++
        const sending = send(n).then((status) => {
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (status === 202) acknowledged.add(n)
          inFlight.delete(sending)
        })
        inFlight.add(sending)
      }
      await pause(TICK_MS)
    }
    await Promise.all(inFlight)
  }
  const running = run()
  return {
    acknowledged,
    statuses,
    sent: () => sent,
    async stop() {
      stopped = true
      await running
    },
  }
}
