import { SECOND_FACTOR_METHODS, SessionId, Timestamp, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'

export const listSessions = defineRead({
  name: 'dashboard_sessions_list',
  path: '/api/v1/account/sessions',
  title: 'List the sessions',
  description: 'Lists the browsers in which the person is signed in, newest sign-in first.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  output: z.array(
    z.object({
      id: SessionId,
      current: z.boolean().meta({ description: 'Whether it is the session that asks.' }),
      signed_in_at: Timestamp,
      last_used_at: Timestamp.meta({ description: 'Accurate to a day.' }),
      expires_at: Timestamp,
      address: z.string().nullable().meta({ description: 'Client address at the sign-in.' }),
      user_agent: z.string().nullable().meta({ description: '`User-Agent` at the sign-in, as the browser sent it.' }),
      second_factor: z.enum(SECOND_FACTOR_METHODS).nullable(),
    }),
  ),
  async run({ sessions, account, clock, principal }) {
    const found = await sessions.list(account, timestamp(clock.now()))
    return {
      data: found.map(({ id, created_at, used_at, expires_at, address, user_agent, second_factor }) => ({
        id,
        current: principal.kind === 'session' && principal.session === id,
        signed_in_at: created_at,
        last_used_at: used_at,
        expires_at,
        address: address ?? null,
        user_agent: user_agent ?? null,
        second_factor: second_factor ?? null,
      })),
    }
  },
})
