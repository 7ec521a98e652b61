import type { Clock, RandomSource, TransactionalStore } from '@footfall/core-domain'
import type { Sessions, SignedInSession } from '../sessions.ts'
import type { PersonOrigin } from './origin.ts'
import { recordPersonAct } from './record-person-act.ts'

export interface SignOutDependencies {
  readonly store: Pick<TransactionalStore, 'transaction'>
  readonly sessions: Pick<Sessions, 'endAll' | 'close'>
  readonly clock: Clock
  readonly random: RandomSource
}

/** Ends the session, or every session of its account. */
export async function signOut(
  dependencies: SignOutDependencies,
  { id, account }: SignedInSession,
  where: 'here' | 'everywhere',
  origin: PersonOrigin,
): Promise<void> {
  const { store, sessions } = dependencies
  await store.transaction(async (tx) => {
    const ended = where === 'everywhere' ? await sessions.endAll(account, tx) : await sessions.close(id, tx)
    // A concurrent request ended it and wrote the audit entry.
    if (ended === 0) return
    const summary =
      where === 'everywhere'
        ? `${account.email} signed out everywhere (${ended === 1 ? 'one browser' : `${ended} browsers`}).`
        : `${account.email} signed out.`
    const act = { operation: 'dashboard_sign_out', account, session: id, summary }
    await recordPersonAct(tx, dependencies, act, origin)
  })
}
