import type { Timestamp } from '@footfall/core-domain'
import type { Connection, OAuthStores } from '@footfall/oauth-server'
import { type Steps, sqlStores } from '@footfall/oauth-server/sql'
import { type Database, type Dialect, type Executor, reading, within } from '../connections/database.ts'
import { groupCommit } from '../connections/group-commit.ts'
import { ofEnabledAccount } from '../repositories/enabled-account.ts'
import { changeRecorder, type OAuthAuditor, type OAuthNotice, type RecordChange } from './audit.ts'
import { runWith } from './run-steps.ts'

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
  /** Marks an allowed device request consumed; false where it was before, or its account is disabled. */
  consumeDevice(hash: string, now: number): Promise<boolean>
  /** Ends a client’s registration and its connections; false when there were none. */
  removeClient(id: string, now: number): Promise<boolean>
}

/** How our tables differ from those that the authorization server would create. */
const optionsFor = (dialect: Dialect) =>
  ({ dialect, credentialColumn: 'secret_hash', accountCondition: ofEnabledAccount }) as const

export function oauthTransaction(executor: Executor): OAuthTransaction {
  /** Built on use, which is rare. The steps run in the transaction of the caller, who records the change. */
  const stores = () => {
    const run = <T>(steps: () => Steps<T>) => runWith(executor, steps)
    return sqlStores({ read: run, transaction: run }, optionsFor(executor.dialect))
  }
  return {
    async revokeConnection(id, now) {
      const { connections } = stores()
      return (await connections.revoke(id, now, 'revoked_by_host')) ? connections.find(id) : undefined
    },

    consumeDevice: (hash, now) => stores().devices.consume(hash, now),

    removeClient: (id, now) => stores().clients.remove(id, now),
  }
}

export function oauthData(database: Database): OAuthData {
  const storesWith = oauthStores(database)
  return {
    ...storesWith(),

    audited: (auditor, noticeOf) => storesWith(changeRecorder(auditor, noticeOf)),

    async lastUses(ids) {
      if (ids.length === 0) return new Map()
      const rows = await database.read
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

/** The stores of the authorization server on our connections. */
function oauthStores(database: Database): (startRecord?: () => RecordChange) => OAuthStores {
  const { dialect, flushing, write } = database
  // On SQLite, concurrent transactions share a commit; PostgreSQL has its own group commit.
  const transact = dialect === 'sqlite' ? groupCommit(write, flushing) : database.transaction
  const reader = reading(database)
  return (startRecord) =>
    sqlStores(
      {
        read: (steps) => runWith(reader, steps),
        transaction(steps) {
          const record = startRecord?.()
          return transact((trx) => runWith(within(database, trx), steps, record))
        },
      },
      optionsFor(dialect),
    )
}
