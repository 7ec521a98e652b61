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

/** Whether a client_id is meant to be the URL of a client ID metadata document. */
export function isDocumentUrl(clientId: string): boolean {
  return /^https?:\/\//.test(clientId)
}

/**
 * The form of a client ID that is a URL (draft-ietf-oauth-client-id-metadata-document §3): https, a path, no fragment, no
 * user, no dot segments; and the one port that public documents are served on. An exempt `host:port` is for development.
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
  return url.port === '' ? undefined : 'other_port'
}

export function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
}
