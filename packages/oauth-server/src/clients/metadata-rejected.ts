/** The two errors of RFC 7591 §3.2.2 that apply here. */
export class MetadataRejected extends Error {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata'
  constructor(error: MetadataRejected['error'], description: string) {
    super(description)
    this.error = error
  }
}

export type MetadataFields = Readonly<Record<string, unknown>>
