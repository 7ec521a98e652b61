import {
  type Account,
  type Clock,
  HOUR_MS,
  idFactory,
  MINUTE_MS,
  type OutboxMail,
  type PasswordReset,
  type PasswordResetRequest,
  type RandomSource,
  randomId,
  recordChange,
  type Store,
  type TransactionalStore,
  textsIn,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import { bindingOf } from '../../../credential-binding.ts'

/** The lifetime of a link. */
const RESET_MINUTES = 60
/** Mails to one account per hour; further requests are dropped silently. */
const MAILS_MAX = 5
const MAILS_WINDOW_MS = HOUR_MS
/** The maximum number of waiting requests. They are answered within seconds. */
const WAITING_MAX = 10_000
const BATCH = 50

/**
 * Stores a request for a link. The account is looked up later, in the background, so that neither the response nor its time
 * reveals whether the address has one.
 */
export function requestPasswordReset(
  { store, clock }: { readonly store: Pick<TransactionalStore, 'transaction'>; readonly clock: Clock },
  request: Pick<PasswordResetRequest, 'email' | 'address' | 'request_id'>,
): Promise<void> {
  const noted = { ...request, requested_at: timestamp(clock.now()) }
  return store.transaction((tx) => tx.store.passwordResets.noteRequest(noted, WAITING_MAX))
}

export interface ResetAnswering {
  readonly store: TransactionalStore
  readonly clock: Clock
  readonly random: RandomSource
}

/** Sends a link to each requested address that has an account. Several processes may run it concurrently. */
export async function answerResetRequests({ store, clock, random }: ResetAnswering): Promise<void> {
  for (const request of await store.passwordResets.waitingRequests(BATCH)) {
    await store.transaction(async (tx) => {
      if (!(await tx.store.passwordResets.takeRequest(request))) return
      const account = await tx.store.accounts.findByEmail(request.email)
      if (account === undefined || (await tx.store.accounts.status(account.id)) !== 'active') return
      const reset = await newReset(tx.store, account, { clock, random })
      if (reset.mails > MAILS_MAX) return
      await tx.store.passwordResets.put(reset)
      await tx.store.outbox.enqueue(resetRequestedMail(account, reset, random))
      await recordChange(
        tx,
        { clock, random },
        {
          actor: { kind: 'anonymous', credential: undefined, account: undefined, lineage: [] },
          operation: 'password_reset_request',
          subject: account.id,
          summary: `Send a link to reset the password of the account ${account.id}.`,
          changes: [],
          channel: 'dashboard',
          address: request.address,
          request_id: request.request_id,
        },
      )
    })
  }
}

/** A reset for an operator, in place of the earlier one of the account. No mail is sent. */
export async function issueReset(
  store: Pick<WritableStore, 'accounts' | 'passwordResets'>,
  account: Account,
  dependencies: { readonly clock: Clock; readonly random: RandomSource },
): Promise<PasswordReset> {
  const reset = await newReset(store, account, dependencies)
  const issued = { ...reset, mails: reset.mails - 1 }
  await store.passwordResets.put(issued)
  return issued
}

async function newReset(
  { accounts, passwordResets }: Pick<Store, 'accounts' | 'passwordResets'>,
  account: Account,
  { clock, random }: { readonly clock: Clock; readonly random: RandomSource },
): Promise<PasswordReset> {
  const now = clock.now()
  const before = await passwordResets.findFor(account.id)
  const counted = before && now - Date.parse(before.mails_since) < MAILS_WINDOW_MS ? before : undefined
  return {
    id: idFactory(random).passwordReset(),
    account: account.id,
    bound_to: bindingOf(account, await accounts.findPassword(account.id)),
    requested_at: timestamp(now),
    expires_at: timestamp(now + RESET_MINUTES * MINUTE_MS),
    used_at: undefined,
    mails_since: counted?.mails_since ?? timestamp(now),
    mails: (counted?.mails ?? 0) + 1,
  }
}

/** The mail with a link. The link is added when the mail is sent, and is not stored. */
function resetRequestedMail(
  { email, language }: Account,
  { id, requested_at }: PasswordReset,
  random: RandomSource,
): OutboxMail {
  const { say } = textsIn(language)
  return {
    id: randomId(random, 'out'),
    to: email,
    subject: say('mail.reset_subject'),
    text: [say('mail.reset_asked'), say('mail.reset_not_you'), say('mail.reset_link')].join('\n\n'),
    password_reset: id,
    created_at: requested_at,
  }
}
