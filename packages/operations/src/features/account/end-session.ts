import { NotFound, SessionId, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'

export const endSession = defineWrite({
  name: 'dashboard_sessions_end',
  method: 'DELETE',
  path: '/api/v1/account/sessions/{session_id}',
  title: 'End a session',
  activity: 'Session ended',
  description: 'Signs the person out of one browser.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  params: { session_id: SessionId },
  output: z.object({ id: SessionId, ended: z.literal(true) }),
  examples: [{ path: { session_id: 'session' } }],
  async plan({ sessions, account, clock }, { session_id: id }) {
    const found = await sessions.list(account, timestamp(clock.now()))
    if (!found.some((session) => session.id === id)) throw new NotFound()
    return {
      summary: 'Sign out of one browser.',
      changes: [{ path: 'session', from: id, to: null }],
      revision: null,
      async commit(tx) {
        await tx.sessions.remove(id)
        return { result: { id, ended: true as const }, subject: id }
      },
    }
  },
})
