import {
  type Clock,
  type EndedCredentials,
  endCredentials,
  InvalidRequest,
  InvalidToken,
  passwordChanges,
  type RandomSource,
  ReauthenticationRequired,
  type Secret,
  securityNotice,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import { hashPassword } from '../password-hash.ts'
import { passwordProblems } from '../passwords/password-rules.ts'
import type { Sessions, SignedInSession } from '../sessions.ts'
import { isStillProven } from '../verify-password.ts'
import type { BrowserOrigin } from './origin.ts'
import type { PasswordChecks } from './password-checks.ts'
import { recordPersonAct } from './record-person-act.ts'

export interface ChangePasswordDependencies {
  readonly store: TransactionalStore
  readonly sessions: Pick<Sessions, 'reader' | 'endOthers' | 'isLive' | 'isRecent' | 'renew'>
  readonly passwords: PasswordChecks
  readonly clock: Clock
  readonly random: RandomSource
}

export interface PasswordChange {
  readonly current: string
  readonly next: string
  /** Whether everything that acts without the password ends as well. */
  readonly endCredentials: boolean
}

export interface ChangedPassword {
  /** In how many other browsers the account was signed in. */
  readonly signedOut: number
  /** Undefined where they go on. */
  readonly ended: EndedCredentials | undefined
  /** Under which this session goes on. */
  readonly secret: Secret
  /** What the browser keeps to be known when it comes back. */
  readonly device: string | undefined
}

/**
 * Gives the account another password and signs it out in every other browser; by default, ends its tokens, product keys and
 * connections: all of it or nothing. Throws `InvalidRequest` with the field that is wrong, `ReauthenticationRequired`, and
 * `InvalidToken` for a session that ended meanwhile.
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
    if (!(await sessions.isLive(id, tx.sessions))) throw new InvalidToken(true)
    if (!(await sessions.isRecent(id, tx.sessions))) throw new ReauthenticationRequired()
    // Hashing takes its time, and another browser may have changed it meanwhile.
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
    return { signedOut, ended, secret: await sessions.renew(id, tx) }
  })
  return { ...changed, device: await passwords.deviceFor(account, origin.device) }
}

const wrongCurrent = () => new InvalidRequest([{ path: 'current_password', message: 'is not right' }])
