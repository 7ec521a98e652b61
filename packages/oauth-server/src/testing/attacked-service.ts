import type { LifetimeSeconds } from '../lifetimes.ts'

/** The two people that the suite needs. */
export type Person = 'one' | 'two'

/** Where a server with the same stores is. */
export interface Place {
  /** Its origin, without a trailing slash. */
  readonly base: string
  /** The protected resource that its tokens are for. */
  readonly resource: string
}

/**
 * A running service and what the suite must know of it. A rule whose optional member is missing is reported as skipped. The
 * service must not limit the rate of requests: the suite sends about a thousand from one address.
 */
export interface AttackedService extends Place {
  readonly scopes: {
    /** What the suite asks for: one or more of the grantable scopes. */
    readonly requested: readonly string[]
    /** A grantable scope that the suite does not ask for. */
    readonly other?: string | undefined
  }
  /** Signs a person in, and returns the `Cookie` header of that browser, such as `session=abc`. */
  signIn(person: Person): string | Promise<string>
  /** Fills in what the consent form of the host needs in addition to its hidden fields and the decision. */
  fillConsent?(fields: URLSearchParams): void
  /** Whether the resource accepts an access token; by default whether `GET` of its path at `base` is not 401. */
  isAccepted?(accessToken: string, base: string): Promise<boolean>
  /** The path that the sign-in page returns to; by default the query parameter of its URL that holds such a path. */
  returnTo?(signInUrl: URL): string
  /** As given to `createOAuthServer`; the defaults otherwise. */
  readonly lifetimeSeconds?: Partial<LifetimeSeconds>
  /** Moves the clock that the server gets as `now`. */
  readonly clock?: { advance(milliseconds: number): void }
  /** `purgeExpired` of the server. */
  purgeExpired?(): Promise<number>
  /** Fills the consent form so that `readGrant` rejects it with this problem. */
  readonly rejectedConsent?: { fill(fields: URLSearchParams): void; readonly problem: string }
  /** Where the service has the device grant: the path of its page. Its decision form takes what `fillConsent` fills in. */
  readonly devices?: { readonly path: string }
  /** A text of the consent page that warns of redirects to the person's own computer; it has a default. */
  readonly loopbackWarning?: string
  /** The origin of another process of this service. */
  readonly replica?: string
  /** The same stores under another issuer. */
  readonly moved?: Place
  /** The same stores under a server with `reuseGraceSeconds`. */
  readonly lenient?: Place & { readonly reuseGraceSeconds: number }
}

/** The optional members that rules can need. */
export type Need = 'devices' | 'clock' | 'purgeExpired' | 'rejectedConsent' | 'moved' | 'lenient'
export type With<N extends Need> = AttackedService & Required<Pick<AttackedService, N>>

export function provides<N extends Need>(service: AttackedService, needs: readonly N[]): service is With<N> {
  return needs.every((need) => service[need] !== undefined)
}
