/** The settings that this package needs. */
export interface WebSettings {
  /** Origin of the service, without a trailing slash. */
  readonly baseUrl: string
  /** Origin of the authorization server. */
  readonly authUrl: string
  readonly oauth: {
    readonly reuseGraceSeconds: number
    /** Hosts whose client metadata documents may be on private addresses. */
    readonly devClientMetadataHosts: readonly string[]
  }
  /** Requests per minute and network; 0 disables the limit. */
  readonly rateLimits: { readonly oauth: number }
  /** How many active tokens an account may have. */
  readonly quotas: { readonly tokens: number }
  readonly mail: object | undefined
  /** The OpenID provider with which people sign in. */
  readonly oidc:
    | {
        readonly issuer: string
        readonly client: { readonly id: string; readonly secret: string }
        readonly name: string
        readonly scopes: readonly string[]
        readonly createAccounts: boolean
        /** Whether an address counts as verified where the provider does not say. */
        readonly trustEmail: boolean
        /** Whether nobody signs in with a password. */
        readonly only: boolean
      }
    | undefined
  /** Whether everybody needs a second factor. */
  readonly requireSecondFactor: boolean
}
