import type { Clock, RandomSource, SecondFactorMethod, Secret, Transaction } from '@footfall/core-domain'
import type { Sessions, SignedInSession } from '../sessions.ts'
import type { BrowserOrigin } from './origin.ts'
import { recordPersonAct } from './record-person-act.ts'

/**
 * Stores that the person of a live session proved again who they are, with its audit entry. Returns the new secret of the
 * session, which replaces the old one.
 */
export async function confirmSession(
  tx: Transaction,
  dependencies: { readonly sessions: Pick<Sessions, 'renew'>; readonly clock: Clock; readonly random: RandomSource },
  { id, account }: SignedInSession,
  { how, secondFactor }: { readonly how: string; readonly secondFactor?: SecondFactorMethod | undefined },
  origin: BrowserOrigin,
): Promise<Secret> {
  const act = { operation: 'dashboard_reauthenticate', account, session: id, summary: `${account.email} ${how} again.` }
  await recordPersonAct(tx, dependencies, act, origin)
  return dependencies.sessions.renew(id, tx, secondFactor)
}
