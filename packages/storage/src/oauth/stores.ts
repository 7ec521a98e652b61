import type { Store, Timestamp } from '@footfall/core-domain'
import type { Connection, OAuthStores } from '@footfall/oauth-server'
import type { Transaction } from 'kysely'
import type { Database } from '../connections/database.ts'
import type { Tables } from '../schema/tables.ts'
import { entering, type OAuthAuditor, type OAuthNotice } from './audit.ts'
import { clientStore, removeClient } from './clients.ts'
import { codeStore } from './codes.ts'
import { connectionStore, revokeConnection } from './connections.ts'
import { consentStore } from './consents.ts'
import { isOfEnabledAccount } from './enabled-account.ts'
import { purgeExpired } from './purge.ts'
import { toConnection } from './rows.ts'

/** What the authorization server keeps, and what the service asks about it besides. */
export interface OAuthData extends OAuthStores {
  /** The same stores, which enter what they change into the audit log, and mail what there is to say: in one transaction, so never one without the other. */
  audited(auditor: OAuthAuditor, noticeOf?: OAuthNotice): OAuthStores
  /** The connection of an enabled account as the given store sees it: inside its transaction, where there is one. */
  connectionSeenBy(store: Store, id: string): Promise<Connection | undefined>
  /** Revokes the connection inside the transaction of the store; false when it is not there or was revoked before. */
  revokeConnection(within: Store, id: string, now: number): Promise<boolean>
  /** Ends a client’s registration and its connections inside the transaction of the store; false when there were none. */
  removeClient(within: Store, id: string, now: number): Promise<boolean>
  /** When an access token of each connection was last presented; those never used are left out. */
  lastUses(ids: readonly string[]): Promise<ReadonlyMap<string, Timestamp>>
}

export function oauthData(
  database: Database,
  transactions: { get(store: Store): Transaction<Tables> | undefined },
): OAuthData {
  const { read, write } = database
  return {
    ...oauthStores(database, undefined),

    audited: (auditor, noticeOf) => oauthStores(database, auditor, noticeOf),

    async connectionSeenBy(store, id) {
      const db = transactions.get(store) ?? read
      const row = await db
        .selectFrom('oauth_connections')
        .selectAll()
        .where('id', '=', id)
        .where(isOfEnabledAccount('oauth_connections.account_id'))
        .executeTakeFirst()
      return row && toConnection(row)
    },

    revokeConnection: async (within, id, now) =>
      (await revokeConnection(transactions.get(within) ?? write, id, now)) !== undefined,

    removeClient: (within, id, now) => removeClient(transactions.get(within) ?? write, id, now),

    async lastUses(ids) {
      if (ids.length === 0) return new Map()
      const rows = await read
        .selectFrom('oauth_connections')
        .select(['id', 'last_used_at'])
        .where('id', 'in', ids)
        .execute()
      return new Map(
        rows.flatMap(({ id, last_used_at }) => (last_used_at === null ? [] : [[id, last_used_at] as const])),
      )
    },
  }
}

function oauthStores(database: Database, auditor: OAuthAuditor | undefined, noticeOf?: OAuthNotice): OAuthStores {
  const enteringChange = entering(database, auditor, noticeOf)
  return {
    clients: clientStore(database),
    consents: consentStore(database, enteringChange),
    codes: codeStore(database, enteringChange),
    connections: connectionStore(database, enteringChange),
    purgeExpired: (now) => purgeExpired(database, now),
  }
}
