import type { Clock, RandomSource } from '@footfall/core-domain'
import { z } from 'zod'
import type { Answer } from './answer.ts'
import type { CommonCode } from './errors.ts'
import type { Exposed, ResourcePlace } from './host.ts'
import type { Plan } from './plan.ts'

/** The call of an operation, as its function gets it. */
export interface HostCall<Principal, Resource, Store> {
  readonly principal: Principal
  /** What the operation is on, with the caller's role there; undefined if its path names none. */
  readonly resource: Resource
  /** In a write that executes, the transaction. */
  readonly store: Store
  readonly clock: Clock
  readonly random: RandomSource
}

interface Served extends Exposed {
  readonly errors: readonly string[]
}

/** A read of a host. */
export interface ServedRead<Principal, Resource, Store> extends Served {
  readonly kind: 'read'
  run(call: HostCall<Principal, Resource | undefined, Store>, input: unknown): Promise<Answer<unknown, unknown>>
}

/** A write of a host. */
export interface ServedWrite<Principal, Resource, Store> extends Served {
  readonly kind: 'write'
  readonly creates: boolean
  plan(call: HostCall<Principal, Resource | undefined, Store>, input: unknown): Promise<Plan<unknown, Store>>
}

type Shape = z.ZodRawShape
type NoFields = Record<never, never>
type InputOf<Fields extends Shape> = z.output<z.ZodObject<Fields>>

/** Whether a path has the parameter that names the resource. */
type On<Path extends string, Name extends string, Then, Else> = Path extends `${string}{${Name}}${string}` ? Then : Else

interface Description<Scope extends string, Role, Path extends string, Code extends string> {
  /** Its name everywhere: in the audit log, in answers, and as a tool. */
  readonly name: string
  /** The address of its route; the parameter of the resource in braces where it is on one. */
  readonly path: Path
  readonly title: string
  /** For a reader who has never seen the service: what it answers, units, when to use it. */
  readonly description: string
  readonly scope: Scope
  /** The least role on the resource; null exactly where it is on none. */
  readonly role: Role
  /** Errors in addition to those of every operation of its kind; errors of the domain included. */
  readonly errors?: readonly (CommonCode | Code)[]
  /** Paths inside `data` of text that people outside of the service wrote; none when absent. */
  readonly writtenByOthers?: readonly string[]
}

/** How the operations of a domain are defined. */
export interface Definitions<
  Scope extends string,
  Role extends string,
  Name extends string,
  Principal,
  Resource,
  Store,
  Code extends string = never,
> {
  /** Defines an operation that reads: GET. */
  read<
    const Path extends string,
    Data extends z.ZodType,
    Params extends Shape = NoFields,
    Query extends Shape = NoFields,
  >(
    spec: Description<Scope, On<Path, Name, Role, null>, Path, Code> & {
      /** Further parameters of the path. */
      readonly params?: Params
      readonly query?: Query
      readonly output: Data
      /** Whether it answers pages of a list. */
      readonly paged?: boolean
      run(
        call: HostCall<Principal, On<Path, Name, Resource, undefined>, Store>,
        input: InputOf<Params> & InputOf<Query>,
      ): Promise<Answer<z.input<Data>, unknown>>
    },
  ): ServedRead<Principal, Resource, Store>
  /** Defines an operation that changes something. */
  write<
    const Path extends string,
    Result extends z.ZodType,
    Params extends Shape = NoFields,
    Body extends Shape = NoFields,
  >(
    spec: Description<Scope, On<Path, Name, Role, null>, Path, Code> & {
      readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
      readonly params?: Params
      /** The fields of its body; absent if it takes none. */
      readonly body?: Body
      /** What the change results in. */
      readonly output: Result
      readonly creates?: boolean
      /** Whether it removes something that the same operation cannot restore. */
      readonly destructive?: boolean
      plan(
        call: HostCall<Principal, On<Path, Name, Resource, undefined>, Store>,
        input: InputOf<Params> & InputOf<Body>,
      ): Promise<Plan<z.input<Result>, Store>>
    },
  ): ServedWrite<Principal, Resource, Store>
}

export function createDefinitions<
  Scope extends string,
  Role extends string,
  Name extends string,
  Principal,
  Resource,
  Store,
  Code extends string,
>(resource: ResourcePlace): Definitions<Scope, Role, Name, Principal, Resource, Store, Code> {
  const described = (spec: Description<Scope, Role | null, string, Code>) => {
    const { name, path, title, description, scope, role, errors = [], writtenByOthers = [] } = spec
    const place = path.includes(`{${resource.name}}`) ? resource : undefined
    return { name, path, title, description, scope, role, errors, writtenByOthers, resource: place }
  }
  return {
    read: ({ run, ...spec }) => ({
      ...described(spec),
      ...readParts(spec, resource.name),
      // `execute` is the only caller: it passes the resource that the path names, and what the schemas parsed.
      run: run as ServedRead<Principal, Resource, Store>['run'],
    }),
    write: ({ method, plan, ...spec }) => ({
      ...described(spec),
      ...writeParts({ ...spec, body: spec.body && z.strictObject(spec.body) }, resource.name),
      method,
      plan: plan as ServedWrite<Principal, Resource, Store>['plan'],
    }),
  }
}

interface Parts<Data extends z.ZodType> extends Named {
  readonly output: Data
}

/** The parts of a read that are the same in every domain. Throws `TypeError` for ambiguous parameter names. */
export function readParts<Data extends z.ZodType>(
  spec: Parts<Data> & { readonly query?: Shape | undefined; readonly paged?: boolean | undefined },
  resource: string,
) {
  const { params = {}, query = {}, output, paged = false } = spec
  assertNames({ ...spec, fields: query }, resource)
  const [body, kind, method] = [undefined, 'read', 'GET'] as const
  return { kind, method, params: z.strictObject(params), query: z.strictObject(query), body, output, paged }
}

/** The parts of a write that are the same in every domain. Throws `TypeError` for ambiguous parameter names. */
export function writeParts<Data extends z.ZodType>(
  spec: Parts<Data> & {
    readonly body?: z.ZodType | undefined
    readonly creates?: boolean | undefined
    readonly destructive?: boolean | undefined
  },
  resource: string,
) {
  const { params = {}, body, output, creates = false, destructive = false } = spec
  assertNames({ ...spec, fields: body instanceof z.ZodObject ? body.shape : {}, taken: CONFIRMATION }, resource)
  const kind = 'write' as const
  return { kind, params: z.strictObject(params), query: z.strictObject({}), body, output, creates, destructive }
}

/** Arguments with which a tool confirms a write. */
const CONFIRMATION = ['confirm', 'idempotency_key', 'preview']

interface Named {
  readonly name: string
  /** Absent if it has no route. */
  readonly path?: string | undefined
  readonly params?: Shape | undefined
  /** Of its query or body. */
  readonly fields?: Shape | undefined
  /** Names that mean something else. */
  readonly taken?: readonly string[]
}

/**
 * The input of an operation is one flat object, for the fingerprint of a request and as the arguments of a tool. Two values with
 * the same name would overwrite each other, so that different requests would have the same fingerprint. Throws `TypeError`.
 */
function assertNames({ name, path, params = {}, fields = {}, taken = [] }: Named, resource: string): void {
  const named = [...(path ?? '').matchAll(/\{([^}]*)\}/g)].map(([, parameter = '']) => parameter)
  const inPath = path === undefined ? Object.keys(params) : named
  const problem = (parameter: string, why: string) => new TypeError(`${name}: the parameter ${parameter} ${why}`)
  for (const parameter of inPath) {
    if (!/^\w+$/.test(parameter)) throw problem(parameter, 'may have letters, digits and _ only')
    if (parameter !== resource && !Object.hasOwn(params, parameter)) throw problem(parameter, 'has no schema in params')
  }
  const used = [...inPath, ...Object.keys(fields), ...taken]
  for (const parameter of Object.keys(params))
    if (parameter === resource || !inPath.includes(parameter)) throw problem(parameter, 'is none of its path')
  const twice = used.find((parameter, at) => used.indexOf(parameter) !== at)
  if (twice !== undefined) throw problem(twice, 'is named twice')
}
