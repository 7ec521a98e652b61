import {
  type Clock,
  type EndedCredentials,
  endCredentials,
  InvalidRequest,
  passwordChanges,
  type RandomSource,
  ReauthenticationRequired,
  type Secret,
  securityNotice,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import type { Sessions, SignedInSession } from '../../sessions.ts'
import type { BrowserOrigin } from '../../signing-in/origin.ts'
import { recordPersonAct } from '../../signing-in/record-person-act.ts'
import type { PasswordChecks } from './password-checks.ts'
import { hashPassword } from './password-hash.ts'
import { isStillProven } from './prove-password.ts'
import { passwordProblems } from './rules/password-rules.ts'

export interface ChangePasswordDependencies {
  readonly store: TransactionalStore
  readonly sessions: Pick<Sessions, 'reader' | 'endOthers' | 'assertLive' | 'isRecent' | 'replaceSecret'>
  readonly passwords: PasswordChecks
  readonly clock: Clock
  readonly random: RandomSource
}

export interface PasswordChange {
  readonly current: string
  readonly next: string
  /** Whether tokens, Website API keys and connected apps end too. */
  readonly endCredentials: boolean
}

export interface ChangedPassword {
  /** The number of other sessions that ended. */
  readonly signedOut: number
  /** Undefined where credentials were kept. */
  readonly ended: EndedCredentials | undefined
  /** The new secret of this session. */
  readonly secret: Secret
  /** The known-device cookie of the browser. */
  readonly device: string | undefined
}

/**
 * Changes the password, ends the other sessions of the account and, if requested, its tokens, Website API keys and connections,
 * in one transaction. How recent the sign-in is stays as it was. Throws `InvalidRequest` with the wrong field, `ReauthenticationRequired`, and `InvalidToken` for a
 * session that has ended.
 */
export async function changePassword(
  dependencies: ChangePasswordDependencies,
  { id, account }: SignedInSession,
  change: PasswordChange,
  origin: BrowserOrigin,
): Promise<ChangedPassword> {
  const { store, sessions, passwords, clock, random } = dependencies
  if (!(await sessions.isRecent(id, sessions.reader))) throw new ReauthenticationRequired()
  const problems = passwordProblems(change.next, 'new_password', account)
  if (problems.length > 0) throw new InvalidRequest(problems)
  const proven = await passwords.prove({ email: account.email, password: change.current }, origin)
  if (proven === undefined) throw wrongCurrent()
  const hash = await hashPassword(change.next, random)
  const changed = await store.transaction(async (tx) => {
    await sessions.assertLive(id, tx.sessions)
    if (!(await sessions.isRecent(id, tx.sessions))) throw new ReauthenticationRequired()
    // Hashing is slow: another browser may have changed the password meanwhile.
    if (!(await isStillProven(proven, tx.store))) throw wrongCurrent()
    const nowMs = clock.now()
    await tx.store.accounts.putPassword(account.id, hash, timestamp(nowMs))
    const signedOut = await sessions.endOthers(account, id, tx)
    const ended = change.endCredentials ? await endCredentials(tx.store, account, nowMs) : undefined
    const act = {
      operation: 'dashboard_password_change',
      account,
      session: id,
      summary: `${account.email} changed the password.`,
      changes: passwordChanges(signedOut, ended),
    }
    await recordPersonAct(tx, dependencies, act, origin)
    await tx.store.outbox.enqueue(securityNotice(dependencies, account, { kind: 'password_changed', ended }))
    return { signedOut, ended, secret: await sessions.replaceSecret(id, tx) }
  })
  return { ...changed, device: await passwords.deviceFor(account, origin.device) }
}

const wrongCurrent = () => new InvalidRequest([{ path: 'current_password', message: 'is not right' }])
