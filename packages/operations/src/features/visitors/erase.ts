import { pseudonymsOf, ServiceUnavailable, timestamp, VisitorName } from '@footfall/core-domain'
import { z } from 'zod'
import { assertDailyLimit } from '../../audit/daily-limit.ts'
import { defineWrite, PEOPLE_ONLY, type ProductWriteCall } from '../../definition/index.ts'
import { reportScope } from '../../inputs/report-input.ts'
import { counted } from '../../warnings/impact.ts'

const OPERATION = 'dashboard_visitors_erase'
/** An erasure is repeated for 30 days. */
const ERASURES_PER_DAY = 500

export const eraseVisitor = defineWrite({
  name: OPERATION,
  method: 'POST',
  path: '/api/v1/products/{product}/visitors/erase',
  title: 'Erase a visitor',
  activity: 'Visitor erased',
  description:
    'Deletes every event of the visits of an identified visitor, for good: what is stored within a minute, and what was accepted and arrives later as well. `visitor` is the name that the site gives to `identify`; nothing keeps it.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  body: z.strictObject({ visitor: VisitorName }),
  output: z.object({ erased: z.literal(true) }),
  destructive: true,
  examples: [{ body: { visitor: 'ada' } }],
  async plan(call, { visitor }) {
    const { store, product, clock } = call
    await assertDailyLimit(
      call,
      OPERATION,
      ERASURES_PER_DAY,
      `An account can erase ${ERASURES_PER_DAY} visitors in 24 hours.`,
    )
    const visitors = pseudonymsOf(product.id, await store.visitorKeys.find(product.id), visitor)
    return {
      // Without the name, which the audit log would keep.
      summary: `Erase a visitor of “${product.name}”, with all events of their visits.`,
      changes: [],
      revision: null,
      warnings: () => impactOf(call, visitors),
      async commit({ store }) {
        const asked_at = timestamp(clock.now())
        for (const pseudonym of visitors)
          await store.visitorErasures.enqueue({ product: product.id, visitor: pseudonym, asked_at })
        return { result: { erased: true as const }, subject: product.id }
      },
    }
  },
})

async function impactOf(call: ProductWriteCall, visitors: readonly string[]): Promise<readonly string[]> {
  try {
    const { events, visits } = await call.reports().visitorCount(await reportScope(call, undefined), visitors)
    if (events === 0) return ['No event of this visitor is stored. Names are case-sensitive.']
    return [`Deletes ${counted(events, 'event')} of ${counted(visits, 'visit')}.`]
  } catch (error) {
    if (error instanceof ServiceUnavailable) return ['How many events are deleted could not be counted just now.']
    throw error
  }
}
