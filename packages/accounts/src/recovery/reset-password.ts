import {
  type Account,
  type AuditEntry,
  type Clock,
  newAuditEntry,
  type RandomSource,
  type Store,
  type Timestamp,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import { hashPassword } from '../password-hash.ts'
import { assertPassword } from '../prepare-account.ts'
import type { Sessions } from '../sessions.ts'
import { passwordWasResetMail } from './mails.ts'
import { openReset, ResetNotOpen } from './open-reset.ts'

export interface ResetDependencies {
  readonly store: TransactionalStore
  readonly sessions: Pick<Sessions, 'endAll'>
  readonly clock: Clock
  readonly random: RandomSource
  /** Keys the codes: every process of a service must have the same. */
  readonly key: Uint8Array
}

/**
 * Sets the password of the account that the code is for, once, and ends what a thief could hold. Throws `ResetNotOpen`,
 * and `InvalidRequest` for a password that is refused; then the code can still be used.
 */
export async function resetPassword(
  dependencies: ResetDependencies,
  { code, password }: { readonly code: string; readonly password: string },
  origin: Pick<AuditEntry, 'address' | 'request_id'>,
): Promise<Account> {
  const { store, clock, random } = dependencies
  // Whoever has no code costs no hash.
  const opened = await openReset(store, dependencies, code)
  assertPassword(password, opened.account)
  const hash = await hashPassword(password, random)
  return store.transaction(async (inside) => {
    const { reset, account } = await openReset(inside, dependencies, code)
    const at = timestamp(clock.now())
    if (!(await inside.passwordResets.use(reset.id, at))) throw new ResetNotOpen()
    await putNewPassword(inside, dependencies, { account, hash, at })
    await inside.audit.append(
      newAuditEntry(dependencies, {
        actor: { kind: 'anonymous', credential: reset.id, account: account.id, lineage: [] },
        operation: 'password_reset',
        subject: account.id,
        summary: `Reset the password of the account ${account.id} by a link.`,
        changes: [],
        channel: 'dashboard',
        ...origin,
      }),
    )
    return account
  })
}

/** The same for an operator, who needs no link. It takes part in the transaction of `inside`. */
export async function putNewPassword(
  inside: Store,
  { sessions, random }: Pick<ResetDependencies, 'sessions' | 'random'>,
  { account, hash, at }: { readonly account: Account; readonly hash: string; readonly at: Timestamp },
): Promise<void> {
  await inside.accounts.putPassword(account.id, hash, at)
  await sessions.endAll(account, inside)
  await inside.outbox.enqueue(passwordWasResetMail(account, at, random))
}
