import type { IncomingMessage } from 'node:http'
import type { JsonValue, RequestedAuthorization, RevocationReason } from './records.ts'

/** A person signed in to the host, in the browser of this request. */
export interface SignedIn {
  readonly accountId: string
  /** How the person knows the account, such as an e-mail address; for the consent page. */
  readonly label: string
}

/** What the consent page shows. Everything in it that a client made up is plain text: escape it. */
export interface ConsentView {
  readonly client: {
    readonly id: string
    /** Unverified: anyone may register under any name. */
    readonly name: string
    /** A metadata document at a URL is at least published by the owner of that host. */
    readonly kind: 'registered' | 'metadata_document'
  }
  /** Host and port that the browser goes to after the answer. */
  readonly redirectHost: string
  /** That is on the person's own computer, where any program may pose as the client. */
  readonly redirectsToLoopback: boolean
  readonly scopes: readonly string[]
  readonly account: SignedIn
  readonly form: {
    /** The form is `method="post"` to this path. */
    readonly action: string
    /** `<input type="hidden">` each; they bind the form to this consent. */
    readonly hidden: readonly { readonly name: string; readonly value: string }[]
    /** Both buttons are `<button name="decision" value="allow">` and `value="deny"`. */
    readonly decision: { readonly name: string; readonly allow: string; readonly deny: string }
    /** The only fields of the host's own, as posted, when the page is shown again with `problem`. */
    readonly posted: URLSearchParams | undefined
  }
  /** What to mend in the posted form, from `readGrant`. */
  readonly problem: string | undefined
}

export type GrantAnswer =
  | { readonly ok: true; readonly grant: JsonValue }
  /** The page is shown again with this sentence; the consent request stays good. */
  | { readonly ok: false; readonly problem: string }

export interface ErrorView {
  readonly status: number
  readonly title: string
  readonly detail: string
}

export type LimitedEndpoint = 'register' | 'authorize' | 'consent' | 'token' | 'revoke'

/** What happened, for logs and audit. It never holds a secret. */
export type OAuthEvent =
  | { readonly kind: 'client_registered'; readonly clientId: string }
  | { readonly kind: 'consent_allowed' | 'consent_denied'; readonly clientId: string; readonly accountId: string }
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

/** What the service around the authorization server provides. */
export interface OAuthHost {
  /** Who is signed in in this request's browser, by the host's own session. */
  currentAccount(req: IncomingMessage): Promise<SignedIn | undefined>
  /**
   * Where a person signs in. `returnTo` is a path with query on the authorization server's origin, to go to afterwards: the
   * authorization request again, with a parameter that says when and in which browser it began. It is checked anew then.
   */
  signInUrl(returnTo: string): string
  /** What the person grants, from the posted form; undefined account choices and foreign objects are refused here. */
  readGrant(form: URLSearchParams, account: SignedIn, request: RequestedAuthorization): Promise<GrantAnswer>
  /** The whole page as HTML; a plain one is the default. Scripts do not run, and styles only from the own origin. */
  renderConsent?(view: ConsentView): string | Promise<string>
  /** The page for a request that must not be redirected anywhere; a plain one is the default. */
  renderError?(view: ErrorView): string | Promise<string>
  /** A new secret: unguessable, unique, in the host's own form. 32 random bytes in base64url after `joa_`/`jor_` by default. */
  mintToken?(kind: 'access' | 'refresh'): string
  /** Counts a request against the host's limits; a number refuses it with 429 and says after how many seconds to return. */
  limit?(endpoint: LimitedEndpoint, req: IncomingMessage): Promise<number | undefined>
  /**
   * What registrations are counted by, such as an IPv4 address or the /64 of an IPv6 address. Only a keyed hash is stored.
   * Without it, or where it answers undefined, registrations are limited in all only.
   */
  clientNetwork?(req: IncomingMessage): string | undefined
  /** Whether an error means that a store does not answer: 503 then, 500 otherwise. */
  isUnavailable?(error: unknown): boolean
  /** Must not throw. */
  observe?(event: OAuthEvent): void
}
