import type { ClientFailure, ClientResult, Clients, OAuthClient } from '../client.ts'
import type { OwnClient } from '../device-options.ts'
import { cacheLifetimeMs, documentCache, FAILURE_LIFETIME_MS } from '../documents/document-cache.ts'
import { documentUrlProblem, isDocumentUrl } from '../documents/document-url.ts'
import { fetchDocument } from '../documents/fetch-document.ts'
import { BUILT_IN_GRANT_TYPES, DEVICE_GRANT_TYPE } from '../grant-type.ts'
import type { RegisteredClient } from '../records.ts'
import type { OAuthServerOptions, Settings } from '../settings.ts'
import { PUBLIC_CLIENT } from './authentication-methods.ts'
import { cleanClientName } from './client-name.ts'
import { readDocument, UNNAMED_CLIENT } from './metadata.ts'

export function createClients(settings: Settings, documents: OAuthServerOptions['documents'] = {}): Clients {
  const exemptHosts: ReadonlySet<string> = new Set(documents.exemptHosts)
  const fetchOptions = { exemptHosts, resolver: documents.resolver, timeoutMs: documents.timeoutMs ?? 5000 }

  const readCached = documentCache<ClientResult>(settings.now, async (url) => {
    const fetched = await fetchDocument(url, fetchOptions)
    if (!fetched.ok) return failed({ reason: 'document_not_fetched', failure: fetched.failure })
    const read = readDocument(fetched.document, url)
    if (!read.ok) return failed({ reason: 'document_invalid', description: read.problem.message })
    return {
      value: { ok: true, client: documentClient(url, read.metadata) },
      lifetimeMs: cacheLifetimeMs(fetched.cacheControl, fetched.age),
    }
  })

  const ownClients = new Map((settings.deviceGrant?.ownClients ?? []).map((own) => [own.id, ownClient(own)]))

  async function withoutDocument(id: string): Promise<ClientResult> {
    const own = ownClients.get(id)
    return own === undefined ? registered(id) : { ok: true, client: own }
  }

  async function registered(id: string): Promise<ClientResult> {
    // Not every database accepts any text in a query.
    const client = CLIENT_ID.test(id) ? await settings.stores.clients.find(id) : undefined
    if (!client) return reject({ reason: 'unknown_client' })
    if (client.expiresAt <= settings.now()) return reject({ reason: 'registration_expired' })
    return { ok: true, client: registeredClient(client) }
  }

  return {
    async describe(id, accountId) {
      if (!isDocumentUrl(id)) return withoutDocument(id)
      const problem = documentUrlProblem(id, exemptHosts)
      if (problem) return reject({ reason: 'document_url', problem })
      return (await readCached(id, accountId)) ?? reject({ reason: 'too_many_documents' })
    },
    async identify(id) {
      if (!isDocumentUrl(id)) return withoutDocument(id)
      const problem = documentUrlProblem(id, exemptHosts)
      if (problem) return reject({ reason: 'document_url', problem })
      return { ok: true, client: documentClient(id, { name: id, redirectUris: [], grantTypes: settings.grantTypes }) }
    },
  }
}

/** Grant types of the host are only for registered clients. */
const DOCUMENT_GRANT_TYPES = [...BUILT_IN_GRANT_TYPES, DEVICE_GRANT_TYPE]

/** RFC 6749, appendix A.1. */
const CLIENT_ID = /^[\x20-\x7e]*$/

const reject = (failure: ClientFailure): ClientResult => ({ ok: false, failure })
const failed = (failure: ClientFailure) => ({ value: reject(failure), lifetimeMs: FAILURE_LIFETIME_MS })

function documentClient(id: string, described: Pick<OAuthClient, 'name' | 'redirectUris' | 'grantTypes'>): OAuthClient {
  return {
    kind: 'metadata_document',
    id,
    name: described.name,
    redirectUris: described.redirectUris,
    authMethod: PUBLIC_CLIENT,
    grantTypes: DOCUMENT_GRANT_TYPES.filter((type) => described.grantTypes.includes(type)),
    credential: undefined,
    expiresAt: undefined,
  }
}

/** Public, and without a registration that could expire. */
function ownClient({ id, name }: OwnClient): OAuthClient {
  return {
    kind: 'own',
    id,
    name,
    redirectUris: [],
    authMethod: PUBLIC_CLIENT,
    grantTypes: [DEVICE_GRANT_TYPE],
    credential: undefined,
    expiresAt: undefined,
  }
}

function registeredClient(client: RegisteredClient): OAuthClient {
  const { id, redirectUris, authMethod, grantTypes, credential, expiresAt } = client
  // An earlier version may have stored characters that are removed now.
  const name = cleanClientName(client.name) ?? UNNAMED_CLIENT
  return { kind: 'registered', id, name, redirectUris, authMethod, grantTypes, credential, expiresAt }
}
