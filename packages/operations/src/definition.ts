import type { AccountId, Analytics, Clock, Product, Store } from '@footfall/core-domain'
import {
  ACCESS_TABLE,
  type Access,
  type AccountTokenPrincipal,
  type Principal,
  type PrincipalKind,
  type Tool,
} from '@footfall/scopes-policy'
import { z } from 'zod'

/** What operations work with; the apps compose it. */
export interface Services {
  readonly store: Store
  readonly analytics: Analytics
  readonly clock: Clock
  /** Origin under which pages load the tracker and send events, without a trailing slash. */
  readonly baseUrl: string
}

/** A call that touches no single product. */
export interface AccountCall extends Services {
  readonly principal: AccountTokenPrincipal
  readonly account: AccountId
}

/** A call on one product that the principal may see and whose role suffices. */
export interface ProductCall extends Services {
  readonly principal: Principal
  readonly product: Product
}

/** Where the pieces of a page ended; adapters print it as `page`. */
export interface PageInfo {
  readonly limit: number
  readonly next_cursor: string | null
}
export interface Answer<Data, Meta = undefined> {
  readonly data: Data
  readonly meta?: Meta
  readonly page?: PageInfo
}

type Shape = z.ZodRawShape
export type InputOf<Query extends Shape> = z.output<z.ZodObject<Query>>

interface ReadText<Query extends Shape, Data extends z.ZodType, Meta extends z.ZodType> {
  readonly tool: Tool
  readonly path: string
  readonly title: string
  /** For a reader who has never seen the product: what it answers, units, when to use it. */
  readonly description: string
  readonly query: Query
  readonly output: Data
  readonly meta?: Meta
  readonly paged?: boolean
}

interface ProductReadSpec<Query extends Shape, Data extends z.ZodType, Meta extends z.ZodType>
  extends ReadText<Query, Data, Meta> {
  /** Whether `product` is a path segment or a query parameter. */
  readonly product: 'path' | 'query'
  readonly openToWebsiteKeys?: boolean
  run(call: ProductCall, input: InputOf<Query>): Promise<Answer<z.input<Data>, z.input<Meta>>>
}

interface AccountReadSpec<Query extends Shape, Data extends z.ZodType, Meta extends z.ZodType>
  extends ReadText<Query, Data, Meta> {
  run(call: AccountCall, input: InputOf<Query>): Promise<Answer<z.input<Data>, z.input<Meta>>>
}

/** An operation as adapters and `execute` see it: data, and one function over checked input. */
interface OperationBase {
  readonly tool: Tool
  readonly kind: 'read'
  readonly method: 'GET'
  readonly path: string
  readonly title: string
  readonly description: string
  readonly access: Access
  readonly openTo: ReadonlySet<PrincipalKind>
  /** Query parameters besides `product`; strict. */
  readonly query: z.ZodObject
  readonly output: z.ZodType
  readonly meta: z.ZodType | undefined
  readonly paged: boolean
}
export interface ProductOperation extends OperationBase {
  readonly product: 'path' | 'query'
  run(call: ProductCall, input: unknown): Promise<Answer<unknown, unknown>>
}
export interface AccountOperation extends OperationBase {
  readonly product: 'none'
  run(call: AccountCall, input: unknown): Promise<Answer<unknown, unknown>>
}
export type Operation = ProductOperation | AccountOperation

const TOKENS: ReadonlySet<PrincipalKind> = new Set(['account_token'])
const TOKENS_AND_KEYS: ReadonlySet<PrincipalKind> = new Set(['account_token', 'website_key'])

export function defineProductRead<Query extends Shape, Data extends z.ZodType, Meta extends z.ZodType = z.ZodUndefined>(
  spec: ProductReadSpec<Query, Data, Meta>,
): ProductOperation {
  return {
    ...common(spec),
    product: spec.product,
    openTo: spec.openToWebsiteKeys ? TOKENS_AND_KEYS : TOKENS,
    // `execute` hands over what `query` parsed, and nothing else reaches here.
    run: (call, input) => spec.run(call, input as InputOf<Query>),
  }
}

export function defineAccountRead<Query extends Shape, Data extends z.ZodType, Meta extends z.ZodType = z.ZodUndefined>(
  spec: AccountReadSpec<Query, Data, Meta>,
): AccountOperation {
  return {
    ...common(spec),
    product: 'none',
    openTo: TOKENS,
    run: (call, input) => spec.run(call, input as InputOf<Query>),
  }
}

function common<Query extends Shape, Data extends z.ZodType, Meta extends z.ZodType>(
  spec: ReadText<Query, Data, Meta>,
) {
  return {
    tool: spec.tool,
    kind: 'read',
    method: 'GET',
    path: spec.path,
    title: spec.title,
    description: spec.description,
    access: ACCESS_TABLE[spec.tool],
    query: z.strictObject(spec.query),
    output: spec.output,
    meta: spec.meta,
    paged: spec.paged ?? false,
  } as const
}
