import type { SessionReader } from '@footfall/core-domain'
import type { Principal } from '@footfall/scopes-policy'
import type { Services } from '../definition/call.ts'
import type { Executable } from '../definition/operation.ts'

/** Requires a recent sign-in of a person in the dashboard, for operations that declare it. Throws `ReauthenticationRequired`. */
export async function assertSignedInRecently(
  operation: Executable,
  principal: Principal,
  { assertRecentSignIn }: Pick<Services, 'assertRecentSignIn'>,
  sessions: SessionReader,
): Promise<void> {
  if (operation.kind !== 'write' || !operation.recentSignIn || principal.kind !== 'session') return
  await assertRecentSignIn(principal.session, sessions)
}
