import { CollectedEvent } from '@footfall/core-domain'
import { z } from 'zod'
import { defineIntake } from '../../definition/intake.ts'

const ProductNamed = z.object({ product: z.string() })

/** Far more than an event has with all its fields and properties, so that most errors name the field. */
const BODY_VALUES_MAX = 4_000

export const collectEvent = defineIntake({
  name: 'collect_event',
  path: '/api/event',
  title: 'Collect an event',
  description:
    'Collects an event from the tracker. Public: needs no credential and no cookie. A request with an `Authorization` header is rejected and counts no event. 202 means that the event is durable. `accepted` is false if a shield or the bot filter dropped it. `visitor` names whom the site knows to be there; it is rejected with `identity_off` unless the preference `visitor_identity` is `identified`, and kept only as a keyed hash.',
  credential: 'none',
  bodyValuesMax: BODY_VALUES_MAX,
  input: CollectedEvent,
  answers: { 202: { description: 'Durable', body: z.object({ accepted: z.boolean() }) } },
  errors: ['identity_off', 'not_found'],
  /** Counted in the health of the product that it was meant for. */
  onInvalid({ collector }, body) {
    const named = ProductNamed.safeParse(body)
    if (named.success) collector.countRejected(named.data.product)
  },
  async run({ collector, origin }, event) {
    const { accepted } = await collector.event(event, origin)
    return { status: 202, body: { accepted } }
  },
})
