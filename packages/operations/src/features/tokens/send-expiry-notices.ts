import {
  type AccountId,
  type Clock,
  type EndingCredential,
  expiryNotice,
  NOTICE_DAYS,
  type NoticeDays,
  type RandomSource,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'

/** How many notices of one kind are handled at a time; the others follow a minute later. */
const BATCH = 500

interface Dependencies {
  readonly store: TransactionalStore
  readonly clock: Clock
  readonly random: RandomSource
}

interface Due {
  readonly days: NoticeDays
  readonly credential: EndingCredential
}

/**
 * Mails the owners of credentials that end in 14, 7 or 1 days: one email for all credentials of an account that are due. Any
 * number of replicas may do it at once, since a notice is recorded, once, in the transaction that enqueues its email.
 */
export async function sendExpiryNotices({ store, clock, random }: Dependencies): Promise<void> {
  const now = timestamp(clock.now())
  const due: Due[] = []
  for (const days of NOTICE_DAYS) {
    const found = await store.expiryNotices.due(days, now, BATCH)
    due.push(...found.map((credential) => ({ days, credential })))
  }
  const byAccount = Map.groupBy(due, ({ credential }) => credential.account)
  for (const [account, ofAccount] of byAccount) await notify({ store, clock, random }, account, ofAccount)
}

async function notify({ store, clock, random }: Dependencies, account: AccountId, due: readonly Due[]): Promise<void> {
  const at = timestamp(clock.now())
  await store.transaction(async ({ store: tx }) => {
    const owner = await tx.accounts.find(account)
    if (owner === undefined) return
    const ending: EndingCredential[] = []
    for (const { days, credential } of due)
      if (await tx.expiryNotices.record(credential.id, days, credential.ends_at, at)) ending.push(credential)
    if (ending.length > 0) await tx.outbox.enqueue(expiryNotice({ clock, random }, owner, ending))
  })
}
