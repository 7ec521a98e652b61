import type { DocumentUrlProblem } from './documents/document-url.ts'
import type { FetchFailure } from './documents/fetch-document.ts'
import type { EpochMs, RegisteredClient } from './records.ts'

/** A client, registered or described by a client metadata document. */
export interface OAuthClient
  extends Pick<RegisteredClient, 'id' | 'name' | 'redirectUris' | 'authMethod' | 'grantTypes' | 'credential'> {
  readonly kind: 'registered' | 'metadata_document' | 'own'
  /** Undefined for a client metadata document, which is fetched repeatedly, and for a client of the host itself. */
  readonly expiresAt: EpochMs | undefined
}

export type ClientFailure =
  | { readonly reason: 'unknown_client' | 'registration_expired' | 'too_many_documents' }
  | { readonly reason: 'document_url'; readonly problem: DocumentUrlProblem }
  | { readonly reason: 'document_not_fetched'; readonly failure: FetchFailure }
  | { readonly reason: 'document_invalid'; readonly description: string }

export type ClientResult =
  | { readonly ok: true; readonly client: OAuthClient }
  | { readonly ok: false; readonly failure: ClientFailure }

export interface Clients {
  /**
   * The client as it describes itself now: fetches the metadata document of a client whose id is a URL, for the account that is
   * signed in.
   */
  describe(id: string, accountId: string): Promise<ClientResult>
  /**
   * The client without fetching a metadata document, for requests without a signed-in person: a fetch would let a stranger
   * choose what this server connects to. The token and revocation endpoints need no more, since a document can only
   * describe a public client, and what a code or token is bound to was decided at consent.
   */
  identify(id: string): Promise<ClientResult>
}
