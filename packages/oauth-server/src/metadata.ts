import { CLIENT_AUTH_METHODS } from './clients/authentication-methods.ts'
import { PATHS, type Settings } from './settings.ts'
import { TOKEN_EXCHANGE } from './token-exchange.ts'

/** RFC 8414 §2, with RFC 9207 §3 and draft-ietf-oauth-client-id-metadata-document. */
export function authorizationServerMetadata({ issuer, grantable, grantTypes, host, about, deviceGrant }: Settings) {
  return {
    issuer,
    authorization_endpoint: issuer + PATHS.authorize,
    token_endpoint: issuer + PATHS.token,
    registration_endpoint: issuer + PATHS.register,
    ...(deviceGrant && { device_authorization_endpoint: issuer + PATHS.deviceAuthorization }),
    revocation_endpoint: issuer + PATHS.revoke,
    scopes_supported: [...grantable],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    // No client registers for a token exchange, so it is not a grant type of a registration.
    grant_types_supported: host.exchangeToken === undefined ? grantTypes : [...grantTypes, TOKEN_EXCHANGE],
    token_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    ...(about.documentation && { service_documentation: about.documentation }),
  }
}

/** RFC 9728 §2. Clients tend to request every scope that is listed here, so these are only the initial ones. */
export function protectedResourceMetadata({ issuer, resource, initialScopes, about }: Settings) {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: initialScopes,
    bearer_methods_supported: ['header'],
    ...(about.resourceName && { resource_name: about.resourceName }),
    ...(about.documentation && { resource_documentation: about.documentation }),
  }
}

export const AUTHORIZATION_SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server'

/** The well-known path component is inserted between host and path of the resource (RFC 9728 §3.1). */
export function protectedResourceMetadataPath(resource: string): string {
  const { pathname } = new URL(resource)
  return `/.well-known/oauth-protected-resource${pathname === '/' ? '' : pathname}`
}
