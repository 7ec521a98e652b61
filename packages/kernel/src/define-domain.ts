import {
  InvalidToken,
  type Keyring,
  NotFound,
  type PolicyState,
  type PublicError,
  type RandomSource,
  randomId,
  type Timestamp,
  timestamp,
} from '@footfall/core-domain'
import { createCoordinator, type OneTransactionStore } from '@footfall/idempotency'
import { assertScopes, type Channel, definePolicy, type Policy } from '@footfall/scopes-policy'
import { z } from 'zod'
import { createDefinitions, type Definitions, type ServedRead, type ServedWrite } from './define-operation.ts'
import type { Domain, ExecutionServices, RecordedChange, Rules } from './domain.ts'
import type { ErrorLog } from './error-log.ts'
import { errorsOfKind } from './errors.ts'
import { createExecute } from './execute.ts'
import type { ExecuteOptions, Exposed, Host, ResourcePlace } from './host.ts'
import type { RawInput } from './input.ts'
import { assertHostOptions, assertSpec } from './option-checks.ts'
import { type OwnCodes, ownErrors } from './own-codes.ts'
import { createPreviews } from './previews.ts'
import { COMMON_CODES, createProblems, type Problems } from './problem.ts'
import { meantBefore } from './write/meant-before.ts'

/** An authenticated caller, as a host knows it. */
export interface HostPrincipal {
  /** The id of the credential: idempotency keys and limits belong to it. */
  readonly credential: string
  /** Who acts, for the audit log. */
  readonly actor: string
  readonly scopes: ReadonlySet<string>
}

/** The resource of operations, such as a shop, with the role of the caller on it. */
export interface HostResource<Role extends string> {
  readonly id: string
  readonly role: Role
}

/** One recorded change. It holds no secret. */
export interface AuditRecord extends RecordedChange {
  readonly id: string
  readonly at: Timestamp
  readonly actor: string
  readonly credential: string
  /** Id of the resource that the operation is on; undefined if it is on none. */
  readonly resource: string | undefined
  readonly channel: Channel
  readonly address: string | undefined
  readonly request_id: string | undefined
}

/** The names and rules of a domain. `Store` is what its queries run on, in a transaction and outside of one. */
export interface DomainSpec<
  Scope extends string,
  Role extends string,
  Name extends string,
  Principal extends HostPrincipal,
  Resource extends HostResource<Role>,
  Store,
  Code extends string = never,
> {
  /** No scope implies another. */
  readonly scopes: readonly Scope[]
  /** The lowest first: each role includes the lower ones. */
  readonly roles: readonly Role[]
  readonly resource: {
    /** The name of the parameter that names it, such as `shop`. */
    readonly name: Name
    /** Describes its id. */
    readonly id?: z.ZodType<string>
    /** The resource with this id; undefined if the caller may not know of it, which becomes a 404. */
    find(id: string, principal: Principal, store: Store): Awaitable<Resource | undefined>
  }
  /** Errors of the domain, in addition to those of every service, by their codes. */
  readonly codes?: OwnCodes<Code>
}

type Awaitable<T> = T | Promise<T>
type ServedOperation<Principal, Resource, Store> =
  | ServedRead<Principal, Resource, Store>
  | ServedWrite<Principal, Resource, Store>

/** What a service of the domain is composed of. */
export interface HostOptions<Principal, Resource, Store>
  extends Pick<Host, 'name' | 'title' | 'version' | 'description' | 'baseUrl'> {
  readonly operations: readonly ServedOperation<Principal, Resource, Store>[]
  readonly store: Store
  /** Runs the work in one transaction: all of it commits, or none. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>
  /** Stores the idempotency keys of confirmed writes. `complete` runs in the transaction of the change. */
  readonly records: OneTransactionStore<Store>
  /** Adds a change to the audit log, in the transaction of the change. */
  audit(store: Store, entry: AuditRecord): Awaitable<unknown>
  /** The caller with this token; undefined for an unknown token. */
  authenticate(token: string): Awaitable<Principal | undefined>
  /** Whether the credential is still active, checked in the transaction of a write. By default it stays active until the next request. */
  isActive?(principal: Principal, store: Store): Awaitable<boolean>
  /** Counts a request against the limits of the caller. Throws `RateLimited`. No limits by default. */
  admit?(principal: Principal, address: string | undefined): Promise<readonly PolicyState[]>
  /** Signs values that travel through callers, such as previews; at least 32 bytes, and the same on every replica. */
  readonly key: Keyring
  /** Milliseconds since the epoch, such as `Date.now`. */
  now(): number
  /** Unguessable bytes, such as `randomBytes`. */
  randomBytes(count: number): Uint8Array
  readonly log: ErrorLog
}

/** A domain: its policy, how its operations are defined, and the host that serves them. */
export interface DefinedDomain<
  Scope extends string,
  Role extends string,
  Name extends string,
  Principal extends HostPrincipal,
  Resource extends HostResource<Role>,
  Store,
  Code extends string = never,
> extends Definitions<Scope, Role, Name, Principal, Resource, Store, Code> {
  readonly policy: Policy<Scope, Role>
  /** Makes an error with a code of the domain, to throw in an operation. `detail` replaces the one of the code. */
  error(code: Code, detail?: string): PublicError
  host(options: HostOptions<Principal, Resource, Store>): Host<Principal>
}

/** Defines the domain of a service of your own. The types of callers, resources and store are those of `resource.find`. */
export function defineDomain<
  const Scope extends string,
  const Role extends string,
  const Name extends string,
  Principal extends HostPrincipal,
  Resource extends HostResource<Role>,
  Store,
  const Code extends string = never,
>(
  spec: DomainSpec<Scope, Role, Name, Principal, Resource, Store, Code>,
): DefinedDomain<Scope, Role, Name, Principal, Resource, Store, Code> {
  assertSpec(spec)
  const policy = definePolicy(spec)
  const { name, id = z.string() } = spec.resource
  const place: ResourcePlace = { name, place: 'path', id }
  const codes = { ...COMMON_CODES, ...spec.codes }
  return {
    ...createDefinitions<Scope, Role, Name, Principal, Resource, Store, Code>(place),
    policy,
    error: ownErrors(spec.codes),
    host(options) {
      assertHostOptions(options)
      return hostOf(options, rulesOf(spec, policy), createProblems(options.name, codes))
    },
  }
}

interface Served<Principal, Resource, Store> extends Domain {
  readonly principal: Principal
  readonly resource: Resource | undefined
  readonly read: ServedRead<Principal, Resource, Store>
  readonly write: ServedWrite<Principal, Resource, Store>
  readonly tx: Store
  readonly services: Pick<HostOptions<Principal, Resource, Store>, 'isActive' | 'audit' | 'store'>
  readonly options: ExecuteOptions | undefined
  readonly callState: undefined
  readonly details: never
}

function rulesOf<Role extends string, Principal extends HostPrincipal, Resource extends HostResource<Role>, Store>(
  { resource: kind }: Pick<DomainSpec<string, Role, string, Principal, Resource, Store>, 'resource'>,
  policy: Pick<Policy<string, string>, 'assertRole'>,
): Rules<Served<Principal, Resource, Store>> {
  const check = async (operation: Exposed, principal: Principal, raw: RawInput, store: Store) => {
    assertScopes(principal.scopes, operation, raw.query)
    if (operation.resource === undefined) return { resource: undefined, rest: raw }
    const { [kind.name]: named, ...path } = raw.path
    const id = kind.id?.safeParse(named) ?? { success: true, data: String(named) }
    const resource = id.success ? await kind.find(id.data, principal, store) : undefined
    if (resource === undefined) throw new NotFound()
    policy.assertRole(resource.role, operation.role, kind.name)
    return { resource, rest: { ...raw, path } }
  }
  return {
    authorize: (operation, principal, raw, { store }) => check(operation, principal, raw, store),
    async authorizeAgain({ operation, principal, resource, services }, tx) {
      if ((await services.isActive?.(principal, tx)) === false) throw new InvalidToken(true)
      const path = resource === undefined ? {} : { [kind.name]: resource.id }
      return (await check(operation, principal, { path, query: {} }, tx)).resource
    },
    assertMayWrite() {},
    begin: () => undefined,
    end() {},
    async read({ operation, principal, resource, input, services }) {
      const { store, clock, random } = services
      const answer = await operation.run({ principal, resource, store, clock, random }, input)
      return { answer, writtenByOthers: operation.writtenByOthers }
    },
    plan({ operation, principal, resource, input, services: { store, clock, random } }, tx) {
      return operation.plan({ principal, resource, store: tx ?? store, clock, random }, input)
    },
    credentialOf: ({ credential }) => credential,
    identityOf: (resource) => (resource === undefined ? {} : { [kind.name]: resource.id }),
    shownOf: () => ({}),
    writesDirectly: () => false,
    mustPreview: () => false,
    recordPreviewUse: async () => false,
    async record(tx, { principal, resource, services }, change, { channel, address, requestId }) {
      const { clock, random } = services
      const { actor, credential } = principal
      await services.audit(tx, {
        ...change,
        id: randomId(random, 'aud'),
        at: timestamp(clock.now()),
        actor,
        credential,
        resource: resource?.id,
        channel,
        address,
        request_id: requestId,
      })
    },
  }
}

function hostOf<Principal extends HostPrincipal, Resource, Store>(
  options: HostOptions<Principal, Resource, Store>,
  rules: Rules<Served<Principal, Resource, Store>>,
  problems: Problems,
): Host<Principal> {
  const { name, title, version, description, baseUrl, operations, log } = options
  const clock = { now: () => options.now() }
  const random: RandomSource = { bytes: (count) => options.randomBytes(count) }
  const admit = async (principal: Principal, address: string | undefined) =>
    (await options.admit?.(principal, address)) ?? []
  const services: Served<Principal, Resource, Store>['services'] &
    ExecutionServices<Served<Principal, Resource, Store>> = {
    ...options,
    clock,
    random,
    transaction: (work) => options.transaction(work),
    previews: createPreviews(name, options.key, clock, random),
    confirmations: createCoordinator({
      records: options.records,
      claims: 'in_transaction',
      transaction: (work) => options.transaction(work),
      now: clock.now,
      newClaimId: () => randomId(random, 'idm'),
    }),
    async admitWrite() {},
  }
  const execute = createExecute(rules)
  return {
    name,
    title,
    version,
    description,
    baseUrl,
    operations,
    problems,
    clock,
    random,
    log,
    async authenticate(token) {
      const principal = await options.authenticate(token)
      if (principal === undefined) throw new InvalidToken(true)
      return principal
    },
    admit,
    credentialOf: ({ credential }) => credential,
    scopesOf: ({ scopes }) => scopes,
    errorsOf: (operation: ServedOperation<Principal, Resource, Store>) => [
      ...new Set([...errorsOfKind(operation, operation.resource !== undefined), ...operation.errors]),
    ],
    execute: (
      operation: ServedOperation<Principal, Resource, Store>,
      principal,
      raw,
      confirmation,
      origin,
      callOptions,
    ) => execute(operation, principal, raw, services, confirmation, origin, callOptions),
    meantBefore: (operation: ServedWrite<Principal, Resource, Store>, principal, raw, key, given) =>
      meantBefore(rules, { operation, principal, raw, key, given }, services),
  }
}
