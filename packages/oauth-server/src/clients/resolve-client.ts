import { cacheLifetimeMs, documentCache, FAILURE_LIFETIME_MS } from '../documents/document-cache.ts'
import { type DocumentUrlProblem, documentUrlProblem, isDocumentUrl } from '../documents/document-url.ts'
import { type FetchFailure, fetchDocument } from '../documents/fetch-document.ts'
import type { RegisteredClient } from '../records.ts'
import type { OAuthServerOptions, Settings } from '../settings.ts'
import type { OAuthClient } from './client.ts'
import { cleanClientName } from './client-name.ts'
import { GRANT_TYPES, readDocument, UNNAMED } from './metadata.ts'

export type ClientFailure =
  | { readonly reason: 'unknown_client' | 'registration_expired' | 'too_many_documents' }
  | { readonly reason: 'document_url'; readonly problem: DocumentUrlProblem }
  | { readonly reason: 'document_not_fetched'; readonly failure: FetchFailure }
  | { readonly reason: 'document_invalid'; readonly description: string }

export type ClientAnswer =
  | { readonly ok: true; readonly client: OAuthClient }
  | { readonly ok: false; readonly failure: ClientFailure }

export interface Clients {
  /** The client as it describes itself now: reads the metadata document of one that is named by a URL. */
  describe(id: string): Promise<ClientAnswer>
  /**
   * The client without reading a metadata document, for requests of nobody who is signed in: a fetch would let anyone
   * without an account choose what this server connects to. The token and revocation endpoints need no more, since a
   * document could only repeat that its client is public, and what a code or token is bound to was decided at consent.
   */
  identify(id: string): Promise<ClientAnswer>
}

export function createClients(settings: Settings, documents: OAuthServerOptions['documents'] = {}): Clients {
  const exemptHosts: ReadonlySet<string> = new Set(documents.exemptHosts)
  const fetchOptions = { exemptHosts, resolver: documents.resolver, timeoutMs: documents.timeoutMs ?? 5000 }

  const readCached = documentCache<ClientAnswer>(settings.now, async (url) => {
    const fetched = await fetchDocument(url, fetchOptions)
    if (!fetched.ok) return failed({ reason: 'document_not_fetched', failure: fetched.failure })
    const read = readDocument(fetched.document, url)
    if (!read.ok) return failed({ reason: 'document_invalid', description: read.problem.description })
    return {
      value: { ok: true, client: documentClient(url, read.metadata) },
      lifetimeMs: cacheLifetimeMs(fetched.cacheControl, fetched.age),
    }
  })

  async function registered(id: string): Promise<ClientAnswer> {
    // Not every database can be asked for whatever text a stranger sends.
    const client = IDENTIFIER.test(id) ? await settings.stores.clients.find(id) : undefined
    if (!client) return refuse({ reason: 'unknown_client' })
    if (client.expiresAt <= settings.now()) return refuse({ reason: 'registration_expired' })
    return { ok: true, client: registeredClient(client) }
  }

  return {
    async describe(id) {
      if (!isDocumentUrl(id)) return registered(id)
      const problem = documentUrlProblem(id, exemptHosts)
      if (problem) return refuse({ reason: 'document_url', problem })
      return (await readCached(id)) ?? refuse({ reason: 'too_many_documents' })
    },
    async identify(id) {
      if (!isDocumentUrl(id)) return registered(id)
      const problem = documentUrlProblem(id, exemptHosts)
      if (problem) return refuse({ reason: 'document_url', problem })
      return { ok: true, client: documentClient(id, { name: id, redirectUris: [] }) }
    },
  }
}

/** What an identifier is made of (RFC 6749, appendix A.1). */
const IDENTIFIER = /^[\x20-\x7e]*$/

const refuse = (failure: ClientFailure): ClientAnswer => ({ ok: false, failure })
const failed = (failure: ClientFailure) => ({ value: refuse(failure), lifetimeMs: FAILURE_LIFETIME_MS })

function documentClient(id: string, described: Pick<OAuthClient, 'name' | 'redirectUris'>): OAuthClient {
  return {
    kind: 'metadata_document',
    id,
    name: described.name,
    redirectUris: described.redirectUris,
    authMethod: 'none',
    grantTypes: GRANT_TYPES,
    secretHash: undefined,
    expiresAt: undefined,
  }
}

function registeredClient(client: RegisteredClient): OAuthClient {
  const { id, redirectUris, authMethod, grantTypes, secretHash, expiresAt } = client
  // A name that was stored by an earlier version may hold what is removed now.
  const name = cleanClientName(client.name) ?? UNNAMED
  return { kind: 'registered', id, name, redirectUris, authMethod, grantTypes, secretHash, expiresAt }
}
