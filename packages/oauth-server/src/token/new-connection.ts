import type { Connection, EpochMs } from '../records.ts'

type ConnectionDetails = Pick<
  Connection,
  'id' | 'clientId' | 'clientName' | 'accountId' | 'issuer' | 'resource' | 'scopes' | 'grant'
>

export function newConnection(details: ConnectionDetails, at: EpochMs, lifetimeMs: number): Connection {
  const { id, clientId, clientName, accountId, issuer, resource, scopes, grant } = details
  return {
    id,
    clientId,
    clientName,
    accountId,
    issuer,
    resource,
    scopes,
    grant,
    createdAt: at,
    expiresAt: at + lifetimeMs,
    refreshedAt: at,
    revokedAt: undefined,
    generation: 0,
  }
}
