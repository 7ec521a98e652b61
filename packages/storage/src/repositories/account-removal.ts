import type { AccountId, EndedWithAccount, Timestamp } from '@footfall/core-domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import { changedRows, countRows, notFound } from './rows.ts'
import { isActiveOf } from './token-subtree.ts'

/**
 * Removes an account inside a transaction. Codes, device requests and consents are removed first: an exchange of a code that runs at the same
 * time has either made its connection, which is then revoked, or makes none.
 */
export async function removeAccount(
  trx: Kysely<Tables>,
  id: AccountId,
  at: Timestamp,
): Promise<Omit<EndedWithAccount, 'keys'>> {
  await trx.deleteFrom('oauth_consents').where('account_id', '=', id).execute()
  await trx.deleteFrom('oauth_device_requests').where('account_id', '=', id).execute()
  await trx.deleteFrom('oauth_codes').where('account_id', '=', id).execute()
  const live = trx.updateTable('oauth_connections').where('account_id', '=', id).where('revoked_at', 'is', null)
  const connections = await changedRows(live.set({ revoked_at: sql.val(Date.parse(at)) }))
  // Ended keys stay on their product; the tokens that issued them are removed.
  await trx
    .updateTable('product_keys')
    .set({ issuer_token_id: null })
    .where('issuer_token_id', 'in', (eb) =>
      eb.selectFrom('account_tokens').select('account_tokens.id').where('account_tokens.account_id', '=', id),
    )
    .execute()

  const tokens = await countRows(trx.selectFrom('account_tokens').where(isActiveOf(id, at)))
  const sessions = await changedRows(trx.deleteFrom('sessions').where('account_id', '=', id))
  const memberships = await changedRows(trx.deleteFrom('members').where('account_id', '=', id))
  await trx.deleteFrom('account_tokens').where('account_id', '=', id).execute()
  await trx.deleteFrom('accounts').where('id', '=', id).returning('id').executeTakeFirstOrThrow(notFound)
  return { tokens, connections, sessions, memberships }
}
