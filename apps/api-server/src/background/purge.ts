import { type Clock, DAY_MS, HOUR_MS, timestamp, utcDate } from '@footfall/core-domain'
import type { ControlData } from '@footfall/storage'

const MAIL_KEPT_DAYS = 30
/** A monthly report shows how it was delivered last. */
const DELIVERIES_KEPT_DAYS = 62
/** The page of a token shows the notices of its end. */
const NOTICES_KEPT_DAYS = 90
/** Password resets count the mails of the last hour. */
const RESETS_KEPT_MS = 2 * HOUR_MS
/** The list of tokens shows what workloads did recently; the audit log keeps what each of them did. */
const EXCHANGED_KEPT_DAYS = 30
/** Longer than the clocks of replicas differ: none may still accept a preview or a challenge whose use is forgotten. */
const USES_KEPT_MS = HOUR_MS

/**
 * Deletes what has expired: salts, idempotency records (never a blocked one), delivered mail and messages, password resets, uses of
 * previews, of sign-in challenges and of identity tokens, account tokens of workloads a month after they ended, changes that waited
 * for approval, notices of ended credentials, new secrets that were not shown, sessions, failed sign-ins, and records of the authorization server.
 */
export async function purge(control: ControlData, clock: Clock): Promise<void> {
  const { salts, idempotency, store, signInAttempts, oauth } = control
  const now = clock.now()
  // Reading today's salts deletes those of the day before yesterday, also where nothing is collected.
  await salts.salts(utcDate(now))
  await idempotency.purge(now)
  await store.transaction((tx) => tx.store.outbox.purge(timestamp(now - MAIL_KEPT_DAYS * DAY_MS)))
  await store.transaction((tx) => tx.store.deliveries.purge(timestamp(now - DELIVERIES_KEPT_DAYS * DAY_MS)))
  await store.transaction((tx) => tx.store.passwordResets.purge(timestamp(now - RESETS_KEPT_MS)))
  await store.transaction((tx) => tx.store.previewUses.purge(timestamp(now - USES_KEPT_MS)))
  await store.transaction((tx) => tx.store.exchangedTokens.purge(timestamp(now - USES_KEPT_MS)))
  await store.transaction((tx) => tx.store.tokens.purgeExchanged(timestamp(now - EXCHANGED_KEPT_DAYS * DAY_MS)))
  await store.transaction((tx) => tx.store.keptSecrets.purge(timestamp(now)))
  await store.transaction((tx) => tx.store.expiryNotices.purge(timestamp(now - NOTICES_KEPT_DAYS * DAY_MS)))
  await store.transaction((tx) => tx.store.approvals.purge(timestamp(now - USES_KEPT_MS)))
  await store.transaction((tx) => tx.store.secondFactors.purgeChallenges(timestamp(now - USES_KEPT_MS)))
  await store.transaction((tx) => tx.sessions.purge(timestamp(now)))
  await signInAttempts.purge(timestamp(now))
  await oauth.purgeExpired(now)
}
