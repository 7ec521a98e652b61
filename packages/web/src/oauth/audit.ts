import {
  type AccountId,
  type AuditFacts,
  type AuditTransaction,
  type Clock,
  type RandomSource,
  recordChange,
} from '@footfall/core-domain'
import type { OAuthChange, RevocationReason } from '@footfall/oauth-server'
import type { CurrentRequest, RequestFacts } from '../request-facts.ts'

interface Dependencies {
  readonly clock: Clock
  readonly random: RandomSource
  readonly request: Pick<CurrentRequest, 'facts'>
}

type Event = Pick<AuditFacts, 'actor' | 'operation' | 'subject' | 'summary' | 'changes' | 'channel'>

const ENDINGS: Readonly<Record<RevocationReason, { readonly operation: string; readonly because: string }>> = {
  code_replayed: { operation: 'oauth_connection_reuse', because: 'its authorization code was used twice' },
  refresh_token_reused: { operation: 'oauth_connection_reuse', because: 'a refresh token was used twice' },
  revoked_by_client: { operation: 'oauth_connection_revoke', because: 'the application revoked it' },
  revoked_by_host: { operation: 'oauth_connection_revoke', because: 'the service ended it' },
}

/**
 * Records consents and connections in the audit log. The outer function is called in the asynchronous context of the
 * request; the inner one in the transaction, which may run in another context.
 */
export function oauthAuditor({
  clock,
  random,
  request,
}: Dependencies): () => (tx: AuditTransaction, change: OAuthChange) => Promise<void> {
  return () => {
    const facts = request.facts()
    return (tx, change) =>
      recordChange(
        tx,
        { clock, random },
        { ...eventOf(change, facts), address: facts?.address, request_id: facts?.requestId },
      )
  }
}

function eventOf(change: OAuthChange, facts: RequestFacts | undefined): Event {
  switch (change.kind) {
    case 'consent_allowed': {
      const { clientId, clientName, accountId, connectionId, redirectUri, scopes, grant } = change.code
      const asked = { client: clientId, redirect_uri: redirectUri, scopes, granted: grant }
      return {
        ...byPerson(accountId, facts),
        operation: 'oauth_consent_allow',
        subject: connectionId,
        summary: `Allow the application “${clientName}” to connect.`,
        changes: Object.entries(asked).map(([path, to]) => ({ path, from: null, to })),
      }
    }
    case 'consent_denied': {
      const { clientId, clientName, accountId } = change.request
      return {
        ...byPerson(accountId, facts),
        operation: 'oauth_consent_deny',
        subject: clientId,
        summary: `Deny the application “${clientName}”.`,
        changes: [],
      }
    }
    case 'device_allowed': {
      const { clientId, clientName, deviceName, resource, decision } = change.request
      const granted = decision?.state === 'allowed' ? { scopes: decision.scopes, granted: decision.grant } : {}
      const asked = { client: clientId, device: deviceName, resource, ...granted }
      return {
        ...byPerson(decision?.accountId, facts),
        operation: 'oauth_device_allow',
        subject: decision?.state === 'allowed' ? decision.connectionId : clientId,
        summary: `Allow the application “${clientName}” to connect a device by its code.`,
        changes: Object.entries(asked).flatMap(([path, to]) => (to === undefined ? [] : [{ path, from: null, to }])),
      }
    }
    case 'device_denied': {
      const { clientId, clientName, decision } = change.request
      return {
        ...byPerson(decision?.accountId, facts),
        operation: 'oauth_device_deny',
        subject: clientId,
        summary: `Deny the application “${clientName}”, which asked to connect a device.`,
        changes: [],
      }
    }
    case 'connection_begun':
      return ofConnection(change.connection, {
        operation: 'oauth_connection_begin',
        summary: `Begin the connection of the application “${change.connection.clientName}”.`,
        changes: [{ path: 'status', from: null, to: 'active' }],
      })
    case 'connection_revoked': {
      const { operation, because } = ENDINGS[change.because]
      return ofConnection(change.connection, {
        operation,
        summary: `End the connection of the application “${change.connection.clientName}”: ${because}.`,
        changes: [{ path: 'status', from: 'active', to: 'revoked' }],
      })
    }
  }
}

/** Ids of accounts in these tables were made by this service. */
function byPerson(account: string | undefined, facts: RequestFacts | undefined): Pick<Event, 'actor' | 'channel'> {
  return {
    actor: { kind: 'session', credential: facts?.session, account: account as AccountId, lineage: [] },
    channel: 'dashboard',
  }
}

function ofConnection(
  { id, accountId }: { readonly id: string; readonly accountId: string },
  what: Pick<Event, 'operation' | 'summary' | 'changes'>,
): Event {
  return {
    actor: { kind: 'oauth_connection', credential: id, account: accountId as AccountId, lineage: [] },
    subject: id,
    channel: 'mcp',
    ...what,
  }
}
