/** The origin of a request of a person, for the audit log. */
export interface PersonOrigin {
  readonly address: string | undefined
  readonly requestId: string | undefined
}

/** With the known-device cookie of the browser. */
export interface BrowserOrigin extends PersonOrigin {
  readonly device?: string | undefined
  readonly userAgent?: string | undefined
}
