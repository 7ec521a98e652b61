import {
  type BatchedEvent,
  type BatchOutcome,
  type BatchRejection,
  type IntakeTurns,
  NotFound,
  RateLimited,
  ServiceUnavailable,
} from '@footfall/core-domain'
import type { LocalCollector } from '../collector/collect-batch.ts'
import { USER_AGENT_LENGTH_MAX } from '../enrich/origin.ts'
import type { ForwardedBatch, ForwardedBatchOutcome } from './replica.ts'

export interface BatchForwarder {
  batch(batch: ForwardedBatch): Promise<ForwardedBatchOutcome | 'not_delivered'>
}

/** A replica in the order of a sender; this one has no forwarder. */
interface Member {
  readonly id: string
  readonly replica: BatchForwarder | undefined
}

interface SharedBatchesOptions {
  readonly local: Pick<LocalCollector, 'batch'>
  readonly members: readonly Member[]
  readonly orderFor: (product: string, address: string, userAgent: string) => readonly Member[]
}

interface Waiting {
  readonly index: number
  readonly event: BatchedEvent
  readonly order: readonly Member[]
}

/**
 * Divides a batch among the replicas that keep its visitors. What a replica does not accept goes to the next one in the
 * order of its visitor; where no replica accepts, or it is not known whether one did, the event is rejected as
 * `unavailable`, and the sender repeats it.
 */
export function sharedBatches({ local, members, orderFor }: SharedBatchesOptions): LocalCollector['batch'] {
  return async (product, events, turns) => {
    const outcomes: BatchOutcome[] = []
    const rejections: unknown[] = []
    let waiting: readonly Waiting[] = events.map((event, index) => ({
      index,
      event,
      order: orderFor(product, event.ip, event.user_agent.slice(0, USER_AGENT_LENGTH_MAX)),
    }))
    for (let turn = 0; turn < members.length && waiting.length > 0; turn++) {
      const left = await Promise.all(
        [...Map.groupBy(waiting, ({ order }) => order[turn])].map(async ([member, group]) => {
          const undelivered: Waiting[] = []
          for (const part of partsFor(member, group)) {
            const batch = { product, events: part.map(({ event }) => event), isTakenOver: turn > 0 }
            const answer = await taken(member, batch, turns)
            if (answer === 'not_delivered') {
              undelivered.push(...part)
              continue
            }
            if (answer instanceof Error) rejections.push(answer)
            part.forEach(({ index }, i) => {
              outcomes[index] = answer instanceof Error ? rejectedBy(answer) : (answer[i] ?? rejected('unavailable'))
            })
          }
          return undelivered
        }),
      )
      waiting = left.flat()
    }
    for (const { index } of waiting) outcomes[index] = rejected('unavailable')
    // Nothing was accepted anywhere: the sender gets the error that one replica would give.
    const isRejected = outcomes.every((outcome) => outcome.state === 'refused' && NOWHERE.has(outcome.reason))
    if (isRejected) throw rejections[0] ?? new ServiceUnavailable(new Error('no replica accepted the batch'))
    return outcomes
  }

  async function taken(
    member: Member | undefined,
    batch: ForwardedBatch,
    turns: IntakeTurns | undefined,
  ): Promise<readonly BatchOutcome[] | Error | 'not_delivered'> {
    const { product, events, isTakenOver } = batch
    if (member?.replica === undefined) {
      return local.batch(product, events, turns, { isTakenOver }).catch((error: unknown) => {
        if (error instanceof RateLimited || error instanceof NotFound) return error
        if (error instanceof ServiceUnavailable) return 'not_delivered'
        throw error
      })
    }
    const answer = await member.replica.batch(batch).catch((error: unknown) => {
      if (error instanceof ServiceUnavailable) return error
      throw error
    })
    if (answer === 'not_delivered' || answer instanceof Error) return answer
    if ('outcomes' in answer) return answer.outcomes
    if (answer.refused === 'rate_limited') return new RateLimited(answer.retry_after_seconds, { detail: answer.detail })
    return answer.refused === 'not_found' ? new NotFound() : new ServiceUnavailable(new Error(answer.refused))
  }
}

/** A replica writes and reads a message in one piece, and a thousand events with properties would keep its other requests waiting. */
const EVENTS_PER_MESSAGE = 50

/** What is forwarded in one message: some events in the order of their instants. This replica takes all of its own at once. */
function partsFor(member: Member | undefined, group: readonly Waiting[]): readonly (readonly Waiting[])[] {
  if (member?.replica === undefined || group.length <= EVENTS_PER_MESSAGE) return [group]
  const dated = group
    .map((waiting) => ({ waiting, at: Date.parse(waiting.event.timestamp) }))
    .sort((a, b) => a.at - b.at)
  return Array.from({ length: Math.ceil(dated.length / EVENTS_PER_MESSAGE) }, (_, i) =>
    dated.slice(i * EVENTS_PER_MESSAGE, (i + 1) * EVENTS_PER_MESSAGE).map(({ waiting }) => waiting),
  )
}

const NOWHERE: ReadonlySet<BatchRejection> = new Set(['over_budget', 'unavailable'])
const rejected = (reason: BatchRejection): BatchOutcome => ({ state: 'refused', reason })

function rejectedBy(error: Error): BatchOutcome {
  if (error instanceof NotFound) throw error
  return rejected(error instanceof RateLimited ? 'over_budget' : 'unavailable')
}
