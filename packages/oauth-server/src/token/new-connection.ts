import type { Connection, EpochMs } from '../records.ts'

type Origin = Pick<
  Connection,
  'id' | 'clientId' | 'clientName' | 'accountId' | 'issuer' | 'resource' | 'scopes' | 'grant'
>

export function newConnection(origin: Origin, at: EpochMs, lifetime: number): Connection {
  const { id, clientId, clientName, accountId, issuer, resource, scopes, grant } = origin
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
    expiresAt: at + lifetime,
    refreshedAt: at,
    revokedAt: undefined,
    generation: 0,
  }
}
