import { type ForwardedEvent, type ForwardedOutcome, NotDelivered, type Replica } from './replica.ts'

/** A larger batch would delay its first event. */
const BATCH_MAX = 100

interface Waiting {
  readonly forwarded: ForwardedEvent
  readonly resolve: (outcome: ForwardedOutcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * Sends events to a replica, one batch at a time: events that arrive while a batch is sent form the next one, so few
 * requests carry many events and a visitor’s events stay in order. When a batch fails, the events queued behind it
 * reject with `NotDelivered` at once, so that a replica that hangs does not delay them.
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
          else reject(new Error('a replica returned fewer outcomes than it was sent events'))
        })
      } catch (error) {
        const unsent = waiting
        waiting = []
        for (const { reject } of batch) reject(error)
        for (const { reject } of unsent) reject(new NotDelivered(error))
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
