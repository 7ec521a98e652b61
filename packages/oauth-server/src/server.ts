import { createClients } from './clients/resolve-client.ts'
import type { Context } from './context.ts'
import { protectedResourceMetadataPath } from './metadata.ts'
import type { ConnectionFilter, Page } from './ports.ts'
import type { Connection, RegisteredClient } from './records.ts'
import { createHandler, type OAuthHandler } from './router.ts'
import { type OAuthServerOptions, settingsFrom } from './settings.ts'
import { type VerifiedAccess, verifyAccessToken } from './verify-access-token.ts'

export interface OAuthServer {
  /**
   * Serves the metadata and all endpoints, and calls `next` for other requests. Mount it at the root of the origin, before
   * any body parser: it reads bodies itself, with a size limit.
   */
  readonly handler: OAuthHandler
  /** For `resource_metadata` of a 401 challenge (RFC 9728 §5.1). */
  readonly resourceMetadataUrl: string
  /** What a presented access token allows at the resource, or undefined if it is not valid. */
  verifyAccessToken(presented: string, resource?: string): Promise<VerifiedAccess | undefined>
  listClients(page: Page): Promise<readonly RegisteredClient[]>
  /** Removes a client's registration and revokes all its connections. */
  removeClient(id: string): Promise<boolean>
  listConnections(filter: ConnectionFilter, page: Page): Promise<readonly Connection[]>
  /** The host decides who may revoke which connection. True if it was not revoked yet. */
  revokeConnection(id: string): Promise<boolean>
  /** Call it periodically; returns the number of removed records. */
  purgeExpired(): Promise<number>
}

export function createOAuthServer(options: OAuthServerOptions): OAuthServer {
  const settings = settingsFrom(options)
  const context: Context = { settings, clients: createClients(settings, options.documents) }
  const { stores, host, now, resource } = settings
  return {
    handler: createHandler(context),
    resourceMetadataUrl: new URL(protectedResourceMetadataPath(resource), resource).href,
    verifyAccessToken: (presented, at = resource) => verifyAccessToken(settings, presented, at),
    listClients: (page) => stores.clients.list(page),
    removeClient: (id) => stores.clients.remove(id, now()),
    listConnections: (filter, page) => stores.connections.list(filter, page),
    async revokeConnection(id) {
      const revoked = await stores.connections.revoke(id, now(), 'revoked_by_host')
      if (revoked) host.observe?.({ kind: 'connection_revoked', connectionId: id, because: 'revoked_by_host' })
      return revoked
    },
    purgeExpired: () => stores.purgeExpired(now()),
  }
}
