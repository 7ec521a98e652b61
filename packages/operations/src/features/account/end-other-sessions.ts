import { timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { actingPerson } from './own-account.ts'

export const endOtherSessions = defineWrite({
  name: 'dashboard_sessions_end_others',
  method: 'DELETE',
  path: '/api/v1/account/sessions',
  title: 'End all other sessions',
  activity: 'Other sessions ended',
  description: 'Signs the person out of every browser except this one.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  output: z.object({ ended: z.int().meta({ description: 'How many sessions ended.' }) }),
  examples: [{ given: ['session'] }],
  async plan(call) {
    const { id, session } = await actingPerson(call)
    const others = (await call.sessions.list(id, timestamp(call.clock.now()))).length - 1
    return {
      summary: 'Sign out of every browser except this one.',
      changes: [{ path: 'sessions', from: others, to: 0 }],
      revision: null,
      async commit(tx) {
        return { result: { ended: await tx.sessions.removeAll(id, session) }, subject: id }
      },
    }
  },
})
