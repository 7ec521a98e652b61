import type { IncomingMessage } from 'node:http'
import type { JsonValue, RequestedAuthorization, RevocationReason } from './records.ts'
import type { ExchangeToken, RevokeExchangedToken } from './token-exchange.ts'

/** The person who is signed in to the host in the browser of this request. */
export interface SignedIn {
  readonly accountId: string
  /** What the consent page calls the account, such as an email address. */
  readonly label: string
}

/** The form with which a person decides. */
export interface DecisionForm {
  /** The form is `method="post"` to this path. */
  readonly action: string
  /** Each is an `<input type="hidden">`; they bind the form to this request. */
  readonly hidden: readonly { readonly name: string; readonly value: string }[]
  /** Both buttons are `<button name="decision" value="allow">` and `value="deny"`. */
  readonly decision: { readonly name: string; readonly allow: string; readonly deny: string }
  /** The fields as posted, when the page is shown again with `problem`. */
  readonly posted: URLSearchParams | undefined
}

/** What the consent page shows. All text from clients is plain text: escape it. */
export interface ConsentView {
  readonly client: {
    readonly id: string
    /** Unverified: a client chooses its own name. */
    readonly name: string
    /** A client metadata document is published by the owner of its host; a registration can come from anyone. */
    readonly kind: 'registered' | 'metadata_document'
  }
  /** Host and port that the browser is redirected to. */
  readonly redirectHost: string
  /** Whether that is the person's own computer, where any program can impersonate the client. */
  readonly redirectsToLoopback: boolean
  readonly scopes: readonly string[]
  readonly account: SignedIn
  readonly form: DecisionForm
  /** What is wrong with the posted form, from `readGrant`. */
  readonly problem: string | undefined
}

export type GrantResult =
  | { readonly ok: true; readonly grant: JsonValue }
  /** The page is shown again with this sentence; the consent request stays valid. */
  | { readonly ok: false; readonly problem: string }

export interface ErrorView {
  readonly status: number
  readonly title: string
  readonly detail: string
}

export type LimitedEndpoint =
  | 'register'
  | 'authorize'
  | 'consent'
  | 'device_authorization'
  | 'device'
  | 'token'
  | 'revoke'

/** What happened, for logs. Contains no secrets. */
export type OAuthEvent =
  | { readonly kind: 'client_registered'; readonly clientId: string }
  | { readonly kind: 'device_authorization_begun'; readonly clientId: string }
  | {
      readonly kind: 'consent_allowed' | 'consent_denied' | 'device_allowed' | 'device_denied'
      readonly clientId: string
      readonly accountId: string
    }
  | {
      readonly kind: 'connection_begun' | 'connection_refreshed'
      readonly connectionId: string
      readonly clientId: string
    }
  | { readonly kind: 'connection_revoked'; readonly connectionId: string; readonly because: RevocationReason }
  | {
      readonly kind: 'refused'
      readonly endpoint: LimitedEndpoint
      readonly reason: string
      readonly clientId: string | undefined
    }
  | { readonly kind: 'failed'; readonly endpoint: string; readonly error: unknown }

/** What the service that embeds the authorization server provides. */
export interface OAuthHost {
  /** Who is signed in, by the host's own session. */
  currentAccount(req: IncomingMessage): Promise<SignedIn | undefined>
  /**
   * The sign-in page. `returnTo` is a path with query on the authorization server's origin to redirect to afterwards: the
   * authorization request with a parameter that says when and in which browser it started. It is validated again then.
   */
  signInUrl(returnTo: string): string
  /** What the person grants, from the posted form. Validates it: the form may name anything. */
  readGrant(form: URLSearchParams, account: SignedIn, request: RequestedAuthorization): Promise<GrantResult>
  /** The page as HTML; there is a default. It may use styles of its own origin, but no scripts. */
  renderConsent?(view: ConsentView): string | Promise<string>
  /** The page for an error that must not be redirected; there is a default. */
  renderError?(view: ErrorView): string | Promise<string>
  /** A new secret of at least 128 random bits. By default `joa_` or `jor_` and 32 random bytes in base64url. */
  mintToken?(kind: 'access' | 'refresh'): string
  /**
   * Exchanges a token of another issuer for one of the host (RFC 8693), for clients without authentication. The metadata lists the
   * grant type exactly where the host has this. An error for which `isUnavailable` holds is answered with 503.
   */
  readonly exchangeToken?: ExchangeToken
  /** Revokes a token that `exchangeToken` has issued, where the request has no client. */
  readonly revokeExchangedToken?: RevokeExchangedToken
  /** Counts a request against the host's rate limits; a number rejects it with 429 and that `Retry-After` in seconds. */
  limit?(endpoint: LimitedEndpoint, req: IncomingMessage): Promise<number | undefined>
  /**
   * What registrations are counted by, such as an IPv4 address or the /64 of an IPv6 address. Only a keyed hash is stored.
   * Where it is undefined, only the total number of registrations is limited.
   */
  clientNetwork?(req: IncomingMessage): string | undefined
  /** Whether an error means that a store is unavailable (503); otherwise it is 500. */
  isUnavailable?(error: unknown): boolean
  /** Must not throw. */
  observe?(event: OAuthEvent): void
}
