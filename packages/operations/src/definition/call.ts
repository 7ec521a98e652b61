import type {
  AccountId,
  Analytics,
  Clock,
  ControlReader,
  FactorSettings,
  IdFactory,
  Language,
  ProductId,
  ProductLookup,
  ProductWithRole,
  RandomSource,
  ReachedProduct,
  Reports,
  Sealer,
  SessionId,
  SessionReader,
  Store,
  Transaction,
  Watch,
} from '@footfall/core-domain'
import type { Coordinator } from '@footfall/idempotency'
import type { HostWording, Previews } from '@footfall/kernel'
import type { AccountPrincipal, Channel, Principal } from '@footfall/scopes-policy'
import type { z } from 'zod'
import type { Plan } from './plan.ts'

/** How many of a thing there may be. */
export interface Quotas {
  /** Owned by one account. */
  readonly products: number
  /** Active, of one account. */
  readonly tokens: number
  /** Active, of one product. */
  readonly keys: number
  /** Of one product, those that have ended left out. */
  readonly sharedLinks: number
  readonly funnels: number
  /** Of one product, those invited included. */
  readonly members: number
}

/** What operations know of the outside provider; asking and answering it is the host's. */
export interface SearchConsoleClient {
  /** The provider's page where this person, in this session, may allow reading for the product; good for ten minutes. */
  authorizationUrl(session: SessionId, product: ProductId): string
}

/** What operations know of sending. The service sends what they enqueue. */
export interface DeliveryServices {
  /** Whether there is an SMTP server; without one emails are only written to the log. */
  readonly sendsEmail: boolean
  /** Encrypts addresses and signing secrets of webhooks: see `webhookSealer`. */
  readonly sealer: Sealer
  /** `host:port` of webhooks that may have private addresses; the operator trusts them. */
  readonly privateHosts: ReadonlySet<string>
}

/** Which issuers of workload identity may be where only the operator reaches. */
export interface IssuerHosts {
  /** `host:port` of issuers that may be private; https stays required. */
  readonly privateHosts: ReadonlySet<string>
  /** `host:port` that may also be http, on this machine; only for development. */
  readonly plainHosts: ReadonlySet<string>
}

/** What operations work with; the apps compose it. */
export interface Services {
  readonly store: Store
  readonly sessions: SessionReader
  readonly analytics: Analytics
  readonly clock: Clock
  readonly random: RandomSource
  readonly ids: IdFactory
  readonly quotas: Quotas
  /** Runs several steps as one: all of them commit together, or none. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Executes confirmed writes exactly once. */
  readonly confirmations: Coordinator<Transaction>
  /** Signs the previews that some credentials have to confirm. */
  readonly previews: Previews
  /** Counts a write that is about to execute against its credential's limit; throws `RateLimited`. */
  admitWrite(principal: Principal): Promise<void>
  /** Counts the bytes of a change that is about to commit; throws `RateLimited` beyond the budget of its account. */
  takeChangeBytes(account: AccountId, bytes: number): void
  /**
   * Throws `InvalidToken` if the credential was revoked or disabled, or has expired, since the request was authenticated.
   * Called inside the transaction of a write. An account token is read together with the product, where one is named: then it
   * returns what was found.
   */
  assertStillActive(
    principal: AccountPrincipal,
    reader: ControlReader,
    product?: ProductId,
  ): Promise<ProductLookup | undefined>
  /**
   * Throws `ReauthenticationRequired` unless the person signed in or reauthenticated within the last ten minutes.
   * Called before a preview or a change, and again inside the transaction of a write.
   */
  assertRecentSignIn(session: SessionId, sessions: SessionReader): Promise<void>
  /** Hashes the password of a shared link, apart from those of accounts. Throws `ServiceUnavailable` when too many wait. */
  hashLinkPassword(password: string): Promise<string>
  /** Encrypts the secrets of shared links: see `linkSealer`. */
  readonly linkSealer: Sealer
  /** Adds and removes second factors of people. */
  readonly factors: FactorSettings
  /** Origin under which pages load the tracker and send events, without a trailing slash. */
  readonly baseUrl: string
  /** Search Console, where the operator made this service a client of it. */
  readonly searchConsole?: SearchConsoleClient
  /** What sending reports and alerts depends on. */
  readonly delivery: DeliveryServices
  /** Which issuers of workload identity may be private. */
  readonly issuers: IssuerHosts
  /** The names of fields and values in changes, where they differ from their texts, in a language. */
  wordingIn(language: Language): HostWording
  /** For operations on changes that wait for approval, or that were made. */
  readonly otherWrites: OtherWrites
  /** Watches operations, where the host measures or traces. */
  readonly watch?: Watch
}

/** A write as it was asked for. */
export interface NamedWrite {
  readonly operation: string
  readonly product: ProductId | undefined
  /** Checked before. */
  readonly input: Readonly<Record<string, unknown>>
}

/** Other writes by their names, for an operation that makes or undoes one of them. */
export interface OtherWrites {
  /** The path parameters of a write, without the product. */
  find(operation: string): { readonly params: z.ZodObject } | undefined
  /**
   * Authorizes a write as a call by this principal is, on the store of the call. Throws the error of the first check that fails, and
   * `NotFound` for a write that no longer exists.
   */
  authorize(
    call: AccountCall,
    principal: AccountPrincipal,
    write: NamedWrite,
    channel: Channel,
  ): Promise<AuthorizedWrite>
}

export interface AuthorizedWrite {
  /** Plans it with its input. */
  plan(): Promise<Plan<unknown>>
  /** Plans it with another input, which is checked. */
  planOf(path: Readonly<Record<string, unknown>>, body: unknown): Promise<Plan<unknown>>
}

/**
 * The services of a call. Reports run within the caller’s share of the engine, and nothing is prepared before an operation
 * asks for them.
 */
export interface Call extends Omit<Services, 'analytics'> {
  reports(): Reports
}

/** A call that touches no single product. */
export interface AccountCall extends Call {
  readonly principal: AccountPrincipal
  readonly account: AccountId
}

/** The products of a call about several. */
export interface SeveralProducts {
  readonly products: readonly ReachedProduct[]
  /** Whether they are all that the credential may see, and not those that it named. */
  readonly isAll: boolean
}

/** A call on one product that the principal may see and whose role suffices. */
export interface ProductCall extends Call {
  readonly principal: Principal
  readonly product: ReachedProduct
  /** Set in a call about several products, of which `product` is the first. */
  readonly several?: SeveralProducts | undefined
  /** The longest series that the caller takes; the limit of the catalog when absent. */
  readonly seriesPointsMax?: number | undefined
}

/** A change of one product, by an account. */
export interface ProductWriteCall extends AccountCall {
  readonly product: ProductWithRole
}
