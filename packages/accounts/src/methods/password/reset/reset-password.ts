import {
  type Account,
  type AuditEntry,
  type Clock,
  type EndedCredentials,
  endCredentials,
  type Keyring,
  passwordChanges,
  type RandomSource,
  recordChange,
  securityNotice,
  type Transaction,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import type { Sessions } from '../../../sessions.ts'
import type { PasswordChecks } from '../password-checks.ts'
import { hashPassword } from '../password-hash.ts'
import { assertPassword } from '../rules/password-rules.ts'
import { openReset, ResetNotOpen } from './open-reset.ts'

export interface ResetDependencies {
  readonly store: TransactionalStore
  readonly sessions: Pick<Sessions, 'endAll'>
  readonly passwords: Pick<PasswordChecks, 'forgetFailures'>
  readonly clock: Clock
  readonly random: RandomSource
  /** The key of the codes; the same in every process of a service. */
  readonly key: Keyring
}

/**
 * Sets the password of the account of the code, once, and ends its sessions and credentials. Throws `ResetNotOpen`, and
 * `InvalidRequest` for an unacceptable password, after which the code can still be used.
 */
export async function resetPassword(
  dependencies: ResetDependencies,
  { code, password }: { readonly code: string; readonly password: string },
  origin: Pick<AuditEntry, 'address' | 'request_id'>,
): Promise<void> {
  const { store, passwords, clock, random } = dependencies
  // Checked before the password is hashed, which is slow.
  const opened = await openReset(store, dependencies, code)
  assertPassword(password, opened.account)
  const hash = await hashPassword(password, random)
  await store.transaction(async (tx) => {
    const { reset, account } = await openReset(tx.store, dependencies, code)
    if (!(await tx.store.passwordResets.use(reset.id, timestamp(clock.now())))) throw new ResetNotOpen()
    const { signedOut, ended } = await putNewPassword(tx, dependencies, account, hash)
    await recordChange(tx, dependencies, {
      actor: { kind: 'anonymous', credential: reset.id, account: account.id, lineage: [] },
      operation: 'password_reset',
      subject: account.id,
      summary: `Reset the password of the account ${account.id} by a link.`,
      changes: passwordChanges(signedOut, ended),
      channel: 'dashboard',
      ...origin,
    })
  })
  await passwords.forgetFailures(opened.account)
}

export interface NewPasswordEffects {
  readonly signedOut: number
  readonly ended: EndedCredentials
}

/** Sets a password without a link, inside a transaction. */
export async function putNewPassword(
  tx: Transaction,
  dependencies: Pick<ResetDependencies, 'sessions' | 'clock' | 'random'>,
  account: Account,
  hash: string,
): Promise<NewPasswordEffects> {
  const nowMs = dependencies.clock.now()
  await tx.store.accounts.putPassword(account.id, hash, timestamp(nowMs))
  const signedOut = await dependencies.sessions.endAll(account, tx)
  const ended = await endCredentials(tx.store, account, nowMs)
  await tx.store.outbox.enqueue(securityNotice(dependencies, account, { kind: 'password_reset', ended }))
  return { signedOut, ended }
}
