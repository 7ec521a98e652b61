import { type AccountId, NotFound, type SessionId, timestamp } from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'
import { accountOf } from './account.ts'

interface SignOut {
  readonly id: AccountId
  /** Undefined for every session of the account. */
  readonly session: SessionId | undefined
}

/** Throws `NotFound` for a session of another account, and for one that has ended. */
export const signOutAccount: OperatorOperation<SignOut, { readonly ended: number }> = {
  name: 'account sign-out',
  async plan({ tx: { store, sessions }, clock }, { id, session }) {
    await accountOf(store, id)
    const live = await sessions.list(id, timestamp(clock.now()))
    if (session !== undefined && !live.some((each) => each.id === session)) throw new NotFound()
    return {
      summary: ({ ended }) =>
        session === undefined
          ? `Sign the account ${id} out of ${ended === 1 ? '1 browser' : `${ended.toLocaleString('en')} browsers`}.`
          : `End the session ${session} of the account ${id}.`,
      async commit() {
        const ended = session === undefined ? await sessions.removeAll(id) : await sessions.remove(session)
        return { result: { ended }, subject: id, changes: [{ path: 'sessions', from: ended, to: 0 }] }
      },
    }
  },
}
