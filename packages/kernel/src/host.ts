import type { Clock, PolicyState, RandomSource } from '@footfall/core-domain'
import type { z } from 'zod'
import type { Confirmation, Named } from './confirmation.ts'
import type { Origin } from './domain.ts'
import type { ErrorLog } from './error-log.ts'
import type { Outcome } from './execute.ts'
import type { RawInput } from './input.ts'
import type { Problems } from './problem.ts'
import type { HostWording } from './words.ts'

/** Where a request names the resource that an operation is on. */
export interface ResourcePlace {
  /** The name of the parameter, such as `shop`. */
  readonly name: string
  readonly place: 'path' | 'query'
  readonly id: z.ZodType
  /** What a model may send instead of an id, if the host also finds the resource by other values. */
  readonly named?: z.ZodType
  /** Whether the parameter may name several resources, separated by commas. A query may also repeat it. */
  readonly isList?: boolean
}

/** An operation as adapters see it: how it is addressed, and what it takes and answers. */
export interface Exposed {
  readonly kind: 'read' | 'write'
  /** Its name everywhere: in the audit log, in answers, and as a tool. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With its parameters in braces: `/api/v1/shops/{shop}/invoices`. */
  readonly path: string
  readonly title: string
  /** For a reader who has never seen the service: what it answers, units, when to use it. */
  readonly description: string
  readonly scope: string
  /** Additional scopes that query parameters need, by the parameter’s name. */
  readonly parameterScopes?: Readonly<Record<string, string>>
  /** The lowest role on the resource; null if it is on none. */
  readonly role: string | null
  /** Undefined if it is on no resource. */
  readonly resource: ResourcePlace | undefined
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly body: z.ZodType | undefined
  readonly output: z.ZodType
  readonly meta?: z.ZodType | undefined
  /** Of a read: whether it answers pages of a list. */
  readonly paged?: boolean
  /** Of a write: whether it creates something. */
  readonly creates?: boolean
  /** Of a write: whether it removes something that the same operation cannot restore. */
  readonly destructive?: boolean
  /** Paths inside `data` of text that people outside of the service wrote. */
  readonly writtenByOthers: readonly string[]
}

/**
 * What adapters serve: a named service, its operations, and who may call them. Principals are opaque to adapters, and of
 * operations they read the fields of `Exposed`.
 */
export interface Host<Principal = unknown> {
  /** One word of small letters: in the `type` of problems, in names of protocols. */
  readonly name: string
  /** For people. */
  readonly title: string
  readonly version: string
  /** What the service is, in a sentence or two. */
  readonly description: string
  /** Origin of the service, without a trailing slash. */
  readonly baseUrl: string
  /** What machines may call: each a route and a tool. */
  readonly operations: readonly Exposed[]
  readonly problems: Problems
  readonly clock: Clock
  readonly random: RandomSource
  readonly log: ErrorLog
  /**
   * The caller with this token, which may be accepted from some addresses only. Throws `InvalidToken`, and
   * `CredentialNotAccepted` from another address.
   */
  authenticate(token: string, address?: string): Promise<Principal>
  /** Response headers that every caller of this kind gets. */
  headersFor?(principal: Principal): readonly (readonly [string, string])[]
  /** The names of these headers, so that pages of other origins that may call can read them. */
  readonly headerNames?: readonly string[]
  /** Counts a request, and returns the state of the limits. Throws `RateLimited`. */
  admit(principal: Principal, address: string | undefined): Promise<readonly PolicyState[]>
  /**
   * Waits until the request may take the thread; undefined if it may at once. Adapters call it when the body has arrived, and read the
   * body afterwards. Throws a `PublicError` when too many requests of the caller wait.
   */
  turn?(principal: Principal): Promise<void> | undefined
  /** The id of the credential. Confirmations are bound to it. */
  credentialOf(principal: Principal): string
  scopesOf(principal: Principal): ReadonlySet<string>
  /** The names of fields and values in previews for people; by default their own texts. */
  readonly wording?: HostWording
  /** Every code that an operation can answer. */
  errorsOf(operation: Exposed): readonly string[]
  /** Runs an operation. Throws a `PublicError` for every expected error. */
  execute(
    operation: Exposed,
    principal: Principal,
    raw: RawInput,
    confirmation: Confirmation,
    origin: Origin,
    options?: ExecuteOptions,
  ): Promise<Outcome>
  /**
   * The ids that names stood for when this idempotency key was first used, for adapters that accept names instead of ids;
   * undefined if the key is unused or belongs to another request. `raw` omits the resource, and has any well-formed id in place
   * of every other name. The adapter calls this after it resolved the names, executes with the returned ids instead of its own,
   * and confirms with `named`.
   */
  meantBefore(
    operation: Exposed,
    principal: Principal,
    raw: RawInput,
    key: unknown,
    given: Named['given'],
  ): Promise<Named['meant'] | undefined>
}

/** How a call relates to its caller's connection. */
export interface ExecuteOptions {
  /** Returns a signal that is aborted when the caller no longer waits. */
  readonly signal?: (() => AbortSignal) | undefined
}
