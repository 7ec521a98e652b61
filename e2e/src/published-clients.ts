import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** How an application that others publish identifies itself to an authorization server. Files of `clients/`. */
export interface PublishedClient {
  readonly client: string
  readonly identifies_by: 'metadata document' | 'registration'
  /** Public pages that show it; `date` is the day of the page, or the day on which it was read. */
  readonly source: readonly { readonly url: string; readonly date: string; readonly says: string }[]
  /** Word for word: the document, or the body of the registration. */
  readonly metadata: {
    readonly client_id?: string
    readonly client_name: string
    readonly redirect_uris: readonly string[]
  }
  /** The redirect URIs that the registration response lists. */
  readonly registers?: readonly string[]
  /** Redirect URIs of its authorization requests; `{port}` is a port that it gets when it starts. */
  readonly connects_with: readonly string[]
  readonly rejects: readonly string[]
}

const FOLDER = fileURLToPath(new URL('clients/', import.meta.url))

export const PUBLISHED_CLIENTS: readonly PublishedClient[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => JSON.parse(readFileSync(FOLDER + file, 'utf8')))
