import {
  type BatchedEvent,
  type BatchOutcome,
  type BatchRejection,
  type Collector,
  type DailySalts,
  type IntakeTurns,
  InvalidRequest,
  NotFound,
  type ProductId,
  ServiceUnavailable,
} from '@footfall/core-domain'
import type { LogRecord } from '../log/records.ts'
import {
  assertWithinBudget,
  type CollectorDependencies,
  identityOf,
  recordsOf,
  reportOf,
  takeEvent,
} from './collect-event.ts'
import { CLOCK_AHEAD_MS_MAX, type EventId, type EventIds, eventId } from './event-ids.ts'
import { LATE_MS_MAX, type PastVisits } from './past-visits.ts'
import { saltsOf } from './salts-of-day.ts'
import { type SenderOf, sendersOf } from './senders.ts'
import type { TrackedProfile } from './tracked-profiles.ts'
import { type MovedVisit, undoAll } from './traffic.ts'
import type { Visit } from './visits.ts'

export interface BatchDependencies extends CollectorDependencies {
  readonly ids: EventIds
  readonly past: PastVisits
  /** Appends that are on their way, of which one may lose an event with a known id. */
  readonly appending: Set<Promise<void>>
}

/** The collector of one process. */
export interface LocalCollector extends Collector {
  batch(
    product: ProductId,
    events: readonly BatchedEvent[],
    turns?: IntakeTurns,
    options?: BatchOptions,
  ): Promise<readonly BatchOutcome[]>
}

export interface BatchOptions {
  /** Another replica keeps these visitors, and may have accepted their events before. */
  readonly isTakenOver?: boolean
}

interface Dated {
  readonly index: number
  readonly event: BatchedEvent
  readonly at: number
  readonly id: EventId | undefined
}

const DUPLICATE: BatchOutcome = { state: 'duplicate' }
const rejected = (reason: BatchRejection): BatchOutcome => ({ state: 'refused', reason })

/** What became of the first `count` events of a slice. It waits for the disk, so it holds none of them: garbage collection copies what is held. */
interface TakenSlice {
  readonly count: number
  /** At the indexes of the batch. */
  readonly accepted: readonly number[]
  readonly append: Promise<void>
  readonly repeated: readonly EventId[]
}

/** An event whose texts nobody sent before takes about a tenth of a millisecond, and on a busy machine many times that. */
const EVENTS_PER_TURN = 50
const TURN_MS_MAX = 5

/**
 * Takes the events of a batch in the order of their instants, some of them in each turn, and appends at once what becomes of
 * those. Of events that the log then fails to keep, the outcome is that they are unavailable, unless it keeps none of the batch.
 */
export async function collectBatch(
  dependencies: BatchDependencies,
  product: ProductId,
  events: readonly BatchedEvent[],
  turns?: IntakeTurns,
  options: BatchOptions = {},
): Promise<readonly BatchOutcome[]> {
  const { outcomes, slices } = await takeBatch(dependencies, product, events, turns, options)
  turns?.end()
  return durable(outcomes, slices, dependencies)
}

async function takeBatch(
  dependencies: BatchDependencies,
  product: ProductId,
  events: readonly BatchedEvent[],
  turns: IntakeTurns | undefined,
  { isTakenOver = false }: BatchOptions,
) {
  const { profiles, ids } = dependencies
  const profile = await profiles.find(product)
  if (!profile) throw new NotFound()
  const dated = events.map((event, index) => datedEvent(product, event, index)).sort((a, b) => a.at - b.at)
  const named = dated.filter(hasId)
  const [earliest] = named
  if (earliest !== undefined)
    await ids.lookUp(
      product,
      named.map(({ id }) => id),
      earliest.at,
      isTakenOver,
    )
  const outcomes: BatchOutcome[] = []
  const slices: TakenSlice[] = []
  // Of the whole batch: a visitor has events in several slices, and hashing who it is costs most.
  const senderOf = sendersOf(product)
  for (let from = 0; from < dated.length; ) {
    if (from > 0) await turns?.next()
    const { salts, nowMs: now } = await dependencies.salts.now()
    if (from === 0) assertWithinBudget(dependencies, product, now)
    const slice = dated.slice(from, from + EVENTS_PER_TURN)
    const taken = takeSlice(dependencies, profile, slice, { senderOf, salts, now }, outcomes)
    // Its failure is handled when all are taken; without a handler until then, it would end the process.
    taken.append.catch(() => {})
    slices.push(taken)
    from += taken.count
  }
  return { outcomes, slices }
}

/** Takes as many events as its time allows. Nothing is awaited here before the append, so the steps of a visit are taken in the order in which they are written. */
function takeSlice(
  dependencies: BatchDependencies,
  profile: TrackedProfile,
  slice: readonly Dated[],
  { senderOf, salts, now }: { readonly senderOf: SenderOf; readonly salts: DailySalts; readonly now: number },
  outcomes: BatchOutcome[],
): TakenSlice {
  const { ids, past, log, visits, appending, clock } = dependencies
  const { product } = profile
  past.expect(product, now)
  const taking = { ...dependencies, visits: past.at(now, visits) }
  const records: LogRecord[] = []
  const begun: Visit[] = []
  const moved: MovedVisit[] = []
  const accepted: number[] = []
  const added: EventId[] = []
  const repeated: EventId[] = []
  const begunMs = clock.now()
  let count = 0
  for (const { index, event, at: stated, id } of slice) {
    if (count > 0 && clock.now() - begunMs >= TURN_MS_MAX) break
    count++
    const rejection = rejectionOf(dependencies, product, stated, now) ?? identityRejection(profile, event)
    if (rejection !== undefined) {
      outcomes[index] = rejected(rejection)
      continue
    }
    if (id !== undefined && ids.has(id)) {
      repeated.push(id)
      outcomes[index] = DUPLICATE
      continue
    }
    const report = reportIn(event)
    if (report === undefined) {
      outcomes[index] = rejected('invalid')
      continue
    }
    const at = Math.min(stated, now)
    const sender = senderOf(event)
    const identity = identityOf(profile, event)
    const incoming = { profile, event, ...sender, identity, report, salts: saltsOf(salts, now, at), at, now }
    const taken = takeEvent(taking, { ...incoming, namedBy: 'owner', eventId: id?.text })
    if ('dropped' in taken) {
      outcomes[index] = rejected(taken.dropped)
      if (taken.hit) records.push(taken.hit)
      continue
    }
    outcomes[index] = { state: 'accepted' }
    accepted.push(index)
    records.push(...recordsOf(taken))
    moved.push(...taken.moved)
    begun.push(taken.visit)
    if (id === undefined) continue
    ids.add(id)
    added.push(id)
  }
  const append = log.append(records, () => {
    undoAll(moved.toReversed())
    for (const visit of begun) taking.visits.forget(visit)
    for (const id of added) ids.remove(id)
  })
  return { count, accepted, append: tracked(append, appending), repeated }
}

async function durable(
  outcomes: BatchOutcome[],
  slices: readonly TakenSlice[],
  dependencies: BatchDependencies,
): Promise<readonly BatchOutcome[]> {
  const appends = await Promise.allSettled(slices.map(({ append }) => append))
  const failures = appends.filter((append) => append.status === 'rejected')
  if (failures.length > 0 && failures.length === slices.length) throw failures[0]?.reason
  slices.forEach(({ accepted }, i) => {
    if (appends[i]?.status === 'rejected') for (const index of accepted) outcomes[index] = rejected('unavailable')
  })
  const repeated = slices.flatMap((slice) => slice.repeated)
  if (repeated.length > 0) await assertDurable(repeated, dependencies)
  return outcomes
}

function datedEvent(product: ProductId, event: BatchedEvent, index: number): Dated {
  const id = event.id === undefined ? undefined : eventId(product, event.id)
  return { index, event, at: Date.parse(event.timestamp), id }
}

function hasId(dated: Dated): dated is Dated & { readonly id: EventId } {
  return dated.id !== undefined
}

function rejectionOf(
  { budgets, counters }: CollectorDependencies,
  product: ProductId,
  at: number,
  now: number,
): BatchRejection | undefined {
  if (at > now + CLOCK_AHEAD_MS_MAX || at < now - LATE_MS_MAX) {
    counters.rejected(product, 'invalid', now)
    return at > now ? 'in_the_future' : 'too_old'
  }
  if (budgets.exhaustedFor(product, now) === undefined) return undefined
  counters.rejected(product, 'over_budget', now)
  return 'over_budget'
}

function identityRejection(
  { visitorKey }: Parameters<typeof identityOf>[0],
  { visitor }: BatchedEvent,
): BatchRejection | undefined {
  return visitor !== undefined && visitorKey === undefined ? 'identity_off' : undefined
}

/** Undefined for a report of a page without its content. */
function reportIn(event: BatchedEvent): ReturnType<typeof reportOf> | undefined {
  try {
    return reportOf(event)
  } catch (error) {
    if (error instanceof InvalidRequest) return undefined
    throw error
  }
}

async function tracked(append: Promise<void>, appending: Set<Promise<void>>): Promise<void> {
  appending.add(append)
  try {
    await append
  } finally {
    appending.delete(append)
  }
}

/**
 * A repeated event was accepted by a batch that may not be durable yet. If that one is lost, so is the event, and the
 * sender has to send it again.
 */
async function assertDurable(repeated: readonly EventId[], { appending, ids }: BatchDependencies): Promise<void> {
  await Promise.allSettled([...appending])
  if (!repeated.every((id) => ids.has(id)))
    throw new ServiceUnavailable(new Error('the first of two equal events was lost'))
}
