import {
  BatchedEvent,
  type BatchOutcome,
  type BatchRejection as BatchRefusal,
  checkInput,
  EVENTS_PER_BATCH_MAX,
  type IntakeTurns,
  plainBatchedEvent,
} from '@footfall/core-domain'
import { z } from 'zod'
import { defineIntake } from '../../definition/intake.ts'

const Issue = z.object({
  path: z.string(),
  message: z.string(),
  did_you_mean: z.array(z.string()).readonly().optional(),
})
const Result = z.object({
  index: z.int().meta({ description: 'Of the event in the batch, from 0.' }),
  state: z.enum(['accepted', 'refused', 'duplicate']),
  errors: z.array(Issue).optional().meta({ description: 'Why it was refused.' }),
})
type Result = z.infer<typeof Result>

/** Enough for a thousand ordinary events; a larger body is divided. */
const BODY_BYTES_MAX = 2 * 1024 * 1024

/** A thousand events with all their fields and properties. */
const BODY_VALUES_MAX = 50_000

/** Checking an event with thirty properties takes between two and sixty microseconds, and one in which all is wrong a tenth of a millisecond. */
const CHECKED_PER_TURN = 50

/** Finding near names takes time, and all events of a batch may be wrong in the same way. */
const EXPLAINED_MAX = 10

/** Why a valid event was not counted. */
const REASONS: Readonly<Record<BatchRefusal, z.infer<typeof Issue>>> = {
  too_old: { path: 'timestamp', message: 'must be at most 72 hours ago' },
  in_the_future: { path: 'timestamp', message: 'must not be in the future' },
  identity_off: { path: 'visitor', message: 'is taken only while the product identifies visitors' },
  unavailable: { path: '', message: 'could not be kept now; send it again' },
  over_budget: { path: '', message: 'is beyond the hourly budget of the product; send it again later' },
  not_a_page: { path: 'url', message: 'is not the address of a page, such as that of a file or of an extension' },
  bot: { path: 'user_agent', message: 'is that of a bot' },
  data_centre: { path: 'user_agent', message: 'is that of a program in a data center' },
  shield_address: { path: 'ip', message: 'is shielded' },
  shield_country: { path: 'ip', message: 'is from a shielded country' },
  shield_path: { path: 'url', message: 'has a shielded path' },
  shield_hostname: { path: 'url', message: 'has a shielded hostname' },
  shield_referrer: { path: 'referrer', message: 'is shielded' },
  referrer_spam: { path: 'referrer', message: 'is known referrer spam' },
  engagement_without_visit: { path: 'name', message: 'is engagement, which needs a visit before it' },
  auto_capture_off: { path: 'name', message: 'is an automatic event that the product does not capture' },
  privacy_signal: { path: '', message: 'is of a visitor who asks not to be tracked' },
  invalid: { path: '', message: 'is not valid' },
}

export const collectEvents = defineIntake({
  name: 'collect_events',
  path: '/api/events',
  title: 'Collect events of servers and apps',
  description:
    'Collects up to 1,000 events that servers or apps saw, each with its instant of the last 72 hours and the address and user agent of its visitor. 202 means that every event with the state `accepted` is durable; there is one result for each event, in their order, and a rejected event does not affect the others. Within 72 hours an `id` counts once: a repeated one is `duplicate`, so a batch can be sent again. Requires a Website API key of the kind `ingest`.',
  credential: 'ingest',
  input: z.strictObject({ events: z.array(z.unknown()).min(1).max(EVENTS_PER_BATCH_MAX) }),
  documented: z.strictObject({ events: z.array(BatchedEvent).min(1).max(EVENTS_PER_BATCH_MAX) }),
  bodyBytesMax: BODY_BYTES_MAX,
  bodyValuesMax: BODY_VALUES_MAX,
  takesTurns: true,
  answers: {
    202: {
      description: 'Understood, and what was accepted is durable',
      body: z.object({
        data: z.object({ accepted: z.int(), refused: z.int(), duplicates: z.int(), results: z.array(Result) }),
      }),
    },
  },
  async run({ collector, product, turns }, { events }) {
    const { valid, results } = await checked(events, turns, () => collector.countRejected(product))
    const taken = valid.map(({ event }) => event)
    const outcomes = taken.length === 0 ? [] : collector.batch(product, taken, turns)
    const indexes = valid.map(({ index }) => index)
    return answer(outcomes, indexes, results)
  },
})

interface Checked {
  readonly valid: readonly { readonly index: number; readonly event: BatchedEvent }[]
  /** Of those that are not valid, at their indexes. */
  readonly results: Result[]
}

async function checked(events: readonly unknown[], turns: IntakeTurns, onRefused: () => void): Promise<Checked> {
  const results: Result[] = []
  const valid: { readonly index: number; readonly event: BatchedEvent }[] = []
  for (const [index, event] of events.entries()) {
    if (index > 0 && index % CHECKED_PER_TURN === 0) await turns.next()
    const plain = plainBatchedEvent(event)
    if (plain !== undefined) {
      valid.push({ index, event: plain })
      continue
    }
    const input = checkInput(BatchedEvent, event, index - valid.length < EXPLAINED_MAX)
    if (input.errors === undefined) valid.push({ index, event: input.data })
    else {
      results[index] = { index, state: 'refused', errors: [...input.errors] }
      onRefused()
    }
  }
  return { valid, results }
}

/** Waits for the disk, so it is given no events: garbage collection copies what is held. */
async function answer(
  collected: Promise<readonly BatchOutcome[]> | readonly BatchOutcome[],
  indexes: readonly number[],
  results: Result[],
) {
  const outcomes = await collected
  outcomes.forEach((outcome, i) => {
    const index = indexes[i]
    if (index !== undefined) results[index] = resultOf(index, outcome)
  })
  const count = (state: Result['state']) => results.filter((result) => result.state === state).length
  const counts = { accepted: count('accepted'), refused: count('refused'), duplicates: count('duplicate') }
  return { status: 202 as const, body: { data: { ...counts, results } } }
}

function resultOf(index: number, outcome: BatchOutcome): Result {
  if (outcome.state !== 'refused') return { index, state: outcome.state }
  return { index, state: 'refused', errors: [REASONS[outcome.reason]] }
}
