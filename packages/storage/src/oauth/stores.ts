import type { Timestamp } from '@footfall/core-domain'
import type { Connection, OAuthStores } from '@footfall/oauth-server'
import type { Database, Executor } from '../connections/database.ts'
import { changeRecorder, type OAuthAuditor, type OAuthNotice } from './audit.ts'
import { clientStore, removeClient } from './clients.ts'
import { codeStore } from './codes.ts'
import { connectionStore, revokeConnection } from './connections.ts'
import { consentStore } from './consents.ts'
import { purgeExpired } from './purge.ts'

/** The stores of the authorization server, and what else the service reads from them. */
export interface OAuthData extends OAuthStores {
  /** The same stores, which write the audit entry and the mail of each change in its transaction. */
  audited(auditor: OAuthAuditor, noticeOf?: OAuthNotice): OAuthStores
  /** When an access token of each connection was last presented; unused connections are left out. */
  lastUses(ids: readonly string[]): Promise<ReadonlyMap<string, Timestamp>>
}

/** Changes of the authorization server that are part of a transaction of the service. */
export interface OAuthTransaction {
  /** Undefined when the connection does not exist or was revoked before. */
  revokeConnection(id: string, now: number): Promise<Connection | undefined>
  /** Ends a client’s registration and its connections; false when there were none. */
  removeClient(id: string, now: number): Promise<boolean>
}

export function oauthTransaction({ db }: Executor): OAuthTransaction {
  return {
    revokeConnection: (id, now) => revokeConnection(db, id, now),

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
  const startRecord = changeRecorder(database, auditor, noticeOf)
  return {
    clients: clientStore(database),
    consents: consentStore(database, startRecord),
    codes: codeStore(database, startRecord),
    connections: connectionStore(database, startRecord),
    purgeExpired: (now) => purgeExpired(database, now),
  }
}
