import { type Access, accessTo, isTool, type OperationName, type PrincipalKind } from '@footfall/scopes-policy'
import { z } from 'zod'
import type { AccountCall, ProductCall, ProductWriteCall } from './call.ts'
import type { Plan } from './plan.ts'

/** Where the pieces of a page ended; adapters print it as `page`. */
export const PageInfo = z.object({ limit: z.int(), next_cursor: z.string().nullable() })
export type PageInfo = z.infer<typeof PageInfo>
export interface Answer<Data, Meta = undefined> {
  readonly data: Data
  readonly meta?: Meta
  readonly page?: PageInfo
}

/** An operation as adapters and `execute` see it: data, and one function over checked input. */
interface OperationBase {
  /** Its name everywhere: in the audit log, in answers and, where machines may call it, as a tool. */
  readonly name: string
  readonly path: string
  readonly title: string
  readonly description: string
  readonly access: Access
  readonly openTo: ReadonlySet<PrincipalKind>
  /** Path segments besides `product`; strict. */
  readonly params: z.ZodObject
  /** Query parameters besides `product`; strict. */
  readonly query: z.ZodObject
  readonly output: z.ZodType
}
interface ReadBase extends OperationBase {
  readonly kind: 'read'
  readonly method: 'GET'
  readonly body: undefined
  readonly bodyForPeople: undefined
  readonly meta: z.ZodType | undefined
  readonly paged: boolean
}
interface WriteBase extends OperationBase {
  readonly kind: 'write'
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body: z.ZodType | undefined
  /** The body where people in the dashboard may say more than machines; otherwise the same one. */
  readonly bodyForPeople: z.ZodType | undefined
  /** Whether it makes something new (201), or changes what is there. */
  readonly creates: boolean
  /** Whether it takes something away that cannot be put back by the same means. */
  readonly destructive: boolean
  /** Whether a person may do it only soon after proving who they are. Machine credentials are not asked. */
  readonly recentSignIn: boolean
}
export interface ProductRead extends ReadBase {
  readonly product: 'path' | 'query'
  run(call: ProductCall, input: unknown): Promise<Answer<unknown, unknown>>
}
export interface AccountRead extends ReadBase {
  readonly product: 'none'
  run(call: AccountCall, input: unknown): Promise<Answer<unknown, unknown>>
}
export interface ProductWrite extends WriteBase {
  readonly product: 'path'
  plan(call: ProductWriteCall, input: unknown): Promise<Plan<unknown>>
}
export interface AccountWrite extends WriteBase {
  readonly product: 'none'
  plan(call: AccountCall, input: unknown): Promise<Plan<unknown>>
}
export type ReadOperation = ProductRead | AccountRead
export type WriteOperation = ProductWrite | AccountWrite
export type Operation = ReadOperation | WriteOperation

type Shape = z.ZodRawShape
export type InputOf<Fields extends Shape> = z.output<z.ZodObject<Fields>>

/** An operation of the service has its row in the access table; one that a host adds says itself who may call it. */
type Naming =
  | { readonly name: OperationName; readonly access?: undefined }
  | { readonly name: string; readonly access: Access }

interface Words {
  readonly path: string
  readonly title: string
  /** For a reader who has never seen the product: what it answers, units, when to use it. */
  readonly description: string
}

interface ReadSpec<
  Query extends Shape,
  Data extends z.ZodType,
  Meta extends z.ZodType,
  Params extends Shape = Record<never, never>,
> extends Words {
  readonly params?: Params
  readonly query: Query
  readonly output: Data
  readonly meta?: Meta
  readonly paged?: boolean
}
interface ProductReadSpec<Query extends Shape, Data extends z.ZodType, Meta extends z.ZodType>
  extends ReadSpec<Query, Data, Meta> {
  /** Whether `product` is a path segment or a query parameter. */
  readonly product: 'path' | 'query'
  readonly openToWebsiteKeys?: boolean
  run(call: ProductCall, input: InputOf<Query>): Promise<Answer<z.input<Data>, z.input<Meta>>>
}
interface AccountReadSpec<
  Query extends Shape,
  Data extends z.ZodType,
  Meta extends z.ZodType,
  Params extends Shape = Record<never, never>,
> extends ReadSpec<Query, Data, Meta, Params> {
  run(call: AccountCall, input: InputOf<Params> & InputOf<Query>): Promise<Answer<z.input<Data>, z.input<Meta>>>
}

interface WriteSpec<
  Params extends Shape,
  Body extends z.ZodType,
  Result extends z.ZodType,
  PeoplesBody extends z.ZodType = Body,
> extends Words {
  readonly method: WriteBase['method']
  readonly params?: Params
  /** Absent where the route takes no body. */
  readonly body?: Body
  readonly bodyForPeople?: PeoplesBody
  readonly output: Result
  readonly creates?: boolean
  readonly destructive?: boolean
  readonly recentSignIn?: boolean
}
type WriteInput<Params extends Shape, Body extends z.ZodType> = InputOf<Params> &
  (z.ZodUndefined extends Body ? unknown : z.output<Body>)
interface ProductWriteSpec<
  Params extends Shape,
  Body extends z.ZodType,
  Result extends z.ZodType,
  PeoplesBody extends z.ZodType = Body,
> extends WriteSpec<Params, Body, Result, PeoplesBody> {
  plan(call: ProductWriteCall, input: WriteInput<Params, Body | PeoplesBody>): Promise<Plan<z.input<Result>>>
}
interface AccountWriteSpec<Params extends Shape, Body extends z.ZodType, Result extends z.ZodType>
  extends WriteSpec<Params, Body, Result> {
  plan(call: AccountCall, input: WriteInput<Params, Body>): Promise<Plan<z.input<Result>>>
}

const SESSIONS: ReadonlySet<PrincipalKind> = new Set(['session'])
const ACCOUNTS: ReadonlySet<PrincipalKind> = new Set(['account_token', 'oauth_connection', 'session'])
const ACCOUNTS_AND_KEYS: ReadonlySet<PrincipalKind> = new Set([...ACCOUNTS, 'website_key'])

export function defineProductRead<Query extends Shape, Data extends z.ZodType, Meta extends z.ZodType = z.ZodUndefined>(
  spec: ProductReadSpec<Query, Data, Meta> & Naming,
): ProductRead {
  return {
    ...readOf(spec),
    product: spec.product,
    openTo: spec.openToWebsiteKeys ? ACCOUNTS_AND_KEYS : openTo(spec),
    // `execute` hands over what the schemas parsed, and nothing else reaches here; so with the others below.
    run: (call, input) => spec.run(call, input as InputOf<Query>),
  }
}

export function defineAccountRead<
  Query extends Shape,
  Data extends z.ZodType,
  Meta extends z.ZodType = z.ZodUndefined,
  Params extends Shape = Record<never, never>,
>(spec: AccountReadSpec<Query, Data, Meta, Params> & Naming): AccountRead {
  return {
    ...readOf(spec),
    product: 'none',
    run: (call, input) => spec.run(call, input as InputOf<Params> & InputOf<Query>),
  }
}

export function defineProductWrite<
  Result extends z.ZodType,
  Params extends Shape = Record<never, never>,
  Body extends z.ZodType = z.ZodUndefined,
  PeoplesBody extends z.ZodType = Body,
>(spec: ProductWriteSpec<Params, Body, Result, PeoplesBody> & Naming): ProductWrite {
  return {
    ...writeOf(spec),
    product: 'path',
    plan: (call, input) => spec.plan(call, input as WriteInput<Params, Body | PeoplesBody>),
  }
}

export function defineAccountWrite<
  Result extends z.ZodType,
  Params extends Shape = Record<never, never>,
  Body extends z.ZodType = z.ZodUndefined,
>(spec: AccountWriteSpec<Params, Body, Result> & Naming): AccountWrite {
  return {
    ...writeOf(spec),
    product: 'none',
    plan: (call, input) => spec.plan(call, input as WriteInput<Params, Body>),
  }
}

function wordsOf(spec: Words & Naming) {
  const { name, path, title, description } = spec
  return { name, path, title, description, access: spec.access ?? accessTo(spec.name), openTo: openTo(spec) } as const
}

/** What is in the table and no tool is for people alone. */
function openTo(spec: Naming): ReadonlySet<PrincipalKind> {
  return spec.access !== undefined || isTool(spec.name) ? ACCOUNTS : SESSIONS
}

function readOf<Query extends Shape, Data extends z.ZodType, Meta extends z.ZodType, Params extends Shape>(
  spec: ReadSpec<Query, Data, Meta, Params> & Naming,
) {
  return {
    ...wordsOf(spec),
    kind: 'read',
    method: 'GET',
    params: z.strictObject(spec.params ?? {}),
    query: z.strictObject(spec.query),
    body: undefined,
    bodyForPeople: undefined,
    output: spec.output,
    meta: spec.meta,
    paged: spec.paged ?? false,
  } as const
}

function writeOf<Params extends Shape, Body extends z.ZodType, Result extends z.ZodType, PeoplesBody extends z.ZodType>(
  spec: WriteSpec<Params, Body, Result, PeoplesBody> & Naming,
) {
  return {
    ...wordsOf(spec),
    kind: 'write',
    method: spec.method,
    params: z.strictObject(spec.params ?? {}),
    query: z.strictObject({}),
    body: spec.body,
    bodyForPeople: spec.bodyForPeople ?? spec.body,
    output: spec.output,
    creates: spec.creates ?? false,
    destructive: spec.destructive ?? false,
    recentSignIn: spec.recentSignIn ?? false,
  } as const
}
