import { isPublicHost } from '@footfall/http-primitives'
import { authorityOf, isUrlText } from '../url-text.ts'

const LENGTH_MAX = 2000

export type DocumentUrlProblem =
  | 'malformed'
  | 'not_https'
  | 'other_port'
  | 'credentials'
  | 'fragment'
  | 'no_path'
  | 'dot_segments'
  | 'address_not_public'

/** Whether a client_id is the URL of a client ID metadata document. */
export function isDocumentUrl(clientId: string): boolean {
  return /^https?:\/\//.test(clientId)
}

/**
 * The rules for a client ID that is a URL (draft-ietf-oauth-client-id-metadata-document §3): https, a path, no fragment, no
 * credentials, no dot segments; and the default port. An exempt `host:port` is for development.
 */
export function documentUrlProblem(clientId: string, exemptHosts: ReadonlySet<string>): DocumentUrlProblem | undefined {
  if (clientId.length > LENGTH_MAX || !isUrlText(clientId)) return 'malformed'
  if (clientId.includes('#')) return 'fragment'
  if (authorityOf(clientId).includes('@')) return 'credentials'
  const url = new URL(clientId)
  if (url.pathname === '/') return 'no_path'
  const [path = ''] = clientId.split('?', 1)
  if (path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment))) return 'dot_segments'
  if (exemptHosts.has(hostAndPort(url))) return undefined
  if (url.protocol !== 'https:') return 'not_https'
  if (url.port !== '') return 'other_port'
  // The addresses of a host name are checked when the connection is made.
  return isPublicHost(url.hostname) ? undefined : 'address_not_public'
}

export function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
}
