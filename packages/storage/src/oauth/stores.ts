import type { Timestamp } from '@footfall/core-domain'
import type { OAuthStores } from '@footfall/oauth-server'
import type { Database, Executor } from '../connections/database.ts'
import { entering, type OAuthAuditor, type OAuthNotice } from './audit.ts'
import { clientStore, removeClient } from './clients.ts'
import { codeStore } from './codes.ts'
import { connectionStore, revokeConnection } from './connections.ts'
import { consentStore } from './consents.ts'
import { purgeExpired } from './purge.ts'

/** What the authorization server keeps, and what the service asks about it besides. */
export interface OAuthData extends OAuthStores {
  /** The same stores, which enter what they change into the audit log, and mail what there is to say: in one transaction, so never one without the other. */
  audited(auditor: OAuthAuditor, noticeOf?: OAuthNotice): OAuthStores
  /** When an access token of each connection was last presented; those never used are left out. */
  lastUses(ids: readonly string[]): Promise<ReadonlyMap<string, Timestamp>>
}

/** What a transaction of the service changes of the authorization server. */
export interface OAuthTransaction {
  /** False when the connection does not exist or was revoked before. */
  revokeConnection(id: string, now: number): Promise<boolean>
  /** Ends a client’s registration and its connections; false when there were none. */
  removeClient(id: string, now: number): Promise<boolean>
}

export function oauthTransaction({ db }: Executor): OAuthTransaction {
  return {
    revokeConnection: async (id, now) => (await revokeConnection(db, id, now)) !== undefined,

    removeClient: (id, now) => removeClient(db, id, now),
  }
}

export function oauthData(database: Database): OAuthData {
  const { read } = database
  return {
    ...oauthStores(database, undefined),

    audited: (auditor, noticeOf) => oauthStores(database, auditor, noticeOf),

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
