import type { EpochMs } from '@footfall/oauth-server'
import type { Kysely } from 'kysely'
import type { Database } from '../connections/database.ts'
import { changedRows } from '../repositories/rows.ts'
import type { Tables } from '../tables/tables.ts'

/** Removes what has expired or is no longer needed, as the port lists it; returns the number of records. */
export function purgeExpired(database: Database, now: EpochMs): Promise<number> {
  return database.write.transaction().execute(async (trx) => {
    let removed = 0
    for (const statement of deletions(trx, now)) removed += await changedRows(statement)
    return removed
  })
}

/** The dependents of a connection before the connection, so that they are counted. */
function deletions(trx: Kysely<Tables>, now: EpochMs) {
  const ended = () => trx.selectFrom('oauth_connections').select('id').where('expires_at', '<=', now)
  return [
    trx.deleteFrom('oauth_consents').where('expires_at', '<=', now),
    trx
      .deleteFrom('oauth_access_tokens')
      .where((eb) => eb.or([eb('expires_at', '<=', now), eb('connection_id', 'in', ended())])),
    trx.deleteFrom('oauth_refresh_tokens').where('connection_id', 'in', ended()),
    trx.deleteFrom('oauth_codes').where('expires_at', '<=', now).where('consumed_at', 'is', null),
    trx.deleteFrom('oauth_codes').where('consumed_at', 'is not', null).where('connection_id', 'in', ended()),
    trx.deleteFrom('oauth_connections').where('expires_at', '<=', now),
    trx
      .deleteFrom('oauth_codes')
      .where('expires_at', '<=', now)
      .where('consumed_at', 'is not', null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('oauth_connections')
              .select('oauth_connections.id')
              .whereRef('oauth_connections.id', '=', 'oauth_codes.connection_id'),
          ),
        ),
      ),
    trx.deleteFrom('oauth_clients').where('expires_at', '<=', now),
  ]
}
