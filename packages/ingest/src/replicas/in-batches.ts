import { type ForwardedEvent, type ForwardedOutcome, NotTaken, type Replica } from './replica.ts'

/** More would hold up the first of them. */
const BATCH_MAX = 100

interface Waiting {
  readonly forwarded: ForwardedEvent
  readonly resolve: (outcome: ForwardedOutcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * Sends events to a replica one batch at a time: what comes while a batch is under way makes up the next, so few
 * requests carry many events, and a visitor's events arrive in their order. When a batch fails, what waits behind it is
 * `NotTaken` at once: a replica that hangs must not hold it up batch after batch.
 */
export function inBatches({
  events,
}: Pick<Replica, 'events'>): (forwarded: ForwardedEvent) => Promise<ForwardedOutcome> {
  let waiting: Waiting[] = []
  let sending = false

  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX)
      waiting = waiting.slice(BATCH_MAX)
      try {
        const outcomes = await events(batch.map(({ forwarded }) => forwarded))
        batch.forEach(({ resolve, reject }, i) => {
          const outcome = outcomes[i]
          if (outcome) resolve(outcome)
          else reject(new Error('a replica answered fewer events than it was sent'))
        })
      } catch (error) {
        const unsent = waiting
        waiting = []
        for (const { reject } of batch) reject(error)
        for (const { reject } of unsent) reject(new NotTaken(error))
      }
    }
    sending = false
  }

  return (forwarded) =>
    new Promise((resolve, reject) => {
      waiting.push({ forwarded, resolve, reject })
      if (sending) return
      sending = true
      setImmediate(send)
    })
}
