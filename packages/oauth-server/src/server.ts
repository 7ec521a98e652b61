import { createClients } from './clients/resolve-client.ts'
import type { Context } from './context.ts'
import { createHandler, type OAuthHandler } from './http/router.ts'
import { protectedResourceMetadataPath } from './metadata.ts'
import type { ConnectionFilter, Page } from './ports.ts'
import type { Connection, RegisteredClient } from './records.ts'
import { type OAuthServerOptions, settingsFrom } from './settings.ts'
import { type VerifiedAccess, verifyAccessToken } from './verify-access-token.ts'

export interface OAuthServer {
  /**
   * Serves the metadata and every endpoint, and passes on all other requests. Mount it at the root of the origin, above
   * any body parser: it reads bodies itself, within limits.
   */
  readonly handler: OAuthHandler
  /** For the `resource_metadata` of a 401 challenge (RFC 9728 §5.1), when resource and issuer share their origin or not. */
  readonly resourceMetadataUrl: string
  /** What a presented access token allows at the resource, or undefined. */
  verifyAccessToken(presented: string, resource?: string): Promise<VerifiedAccess | undefined>
  listClients(page: Page): Promise<readonly RegisteredClient[]>
  /** Ends a client's registration and every connection it has. */
  removeClient(id: string): Promise<boolean>
  listConnections(filter: ConnectionFilter, page: Page): Promise<readonly Connection[]>
  /** Who may revoke which is the host's to decide. True when it was not revoked yet. */
  revokeConnection(id: string): Promise<boolean>
  /** To be called now and then; answers how many records went. */
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
