import { PRODUCTS_PER_QUESTION_MAX, ProductId, type ReadDays, type Role } from '@footfall/core-domain'
import type { Answer as KernelAnswer, ResourcePlace } from '@footfall/kernel'
import type { Access, PrincipalKind, Scope } from '@footfall/scopes-policy'
import { z } from 'zod'
import type { AccountCall, ProductCall, ProductWriteCall } from './call.ts'
import type { OwnErrorCode } from './errors.ts'
import type { Example } from './example.ts'
import type { Plan } from './plan.ts'

/** The result of a read. */
export interface Answer<Data, Meta = undefined> extends KernelAnswer<Data, Meta> {
  /** What was read for it. `execute` removes it, and returns it to administrators who ask. */
  readonly read?: ReadDays
}

/** Where a request names the product: in its path, in its query, or nowhere because it touches none. */
export type ProductPlace = 'path' | 'query' | 'none'

/** An operation with a route: data, and one function over checked input. */
interface RoutedOperation extends Access {
  /** Its name everywhere: in the audit log, in answers and, where machines may call it, as a tool. */
  readonly name: string
  readonly path: string
  readonly title: string
  readonly description: string
  readonly allowedPrincipals: ReadonlySet<PrincipalKind>
  /** Path parameters except `product`; strict. */
  readonly params: z.ZodObject
  /** Query parameters except `product`; strict. */
  readonly query: z.ZodObject
  /** Errors in addition to those of every operation of its kind. */
  readonly errors: readonly OwnErrorCode[]
}
/** What differs where agents call an operation of people as a tool of MCP: see `toolOf`. */
export interface ToolDeclaration {
  /** It begins with `service_`. */
  readonly name: string
  readonly scope: Scope
  /** For a model; that of the operation when absent. */
  readonly description?: string
}
/** An operation that takes or returns a file, for people in the dashboard. */
export interface FileOperation extends RoutedOperation, Audited {
  readonly kind: 'download' | 'upload'
  readonly product: 'path'
}
interface OperationBase extends RoutedOperation {
  readonly output: z.ZodType
  /** The product in a request; undefined if it touches none. */
  readonly resource: ResourcePlace | undefined
  /** Paths inside `data` of text that visitors wrote, such as `rows[].key`; where `data` is a list, `[].key`. */
  readonly writtenByOthers: readonly string[]
}
interface WriteTool extends ToolDeclaration {
  readonly body: z.ZodType | undefined
  /** The input of the operation that an input of the tool means. */
  meaning?(call: ProductWriteCall, input: unknown): Promise<unknown>
  readonly examples: readonly Example[]
}
interface ReadBase extends OperationBase {
  readonly kind: 'read'
  /** Those of `writtenByOthers` that the answer to a checked input can have. */
  writtenFor(input: unknown): readonly string[]
  readonly method: 'GET'
  readonly body: undefined
  readonly meta: z.ZodType | undefined
  readonly paged: boolean
  readonly tool?: ToolDeclaration | undefined
}
/** What the audit log records. */
export interface Audited {
  /** Heads the entry in the activity list of the dashboard, such as “Funnel created”. */
  readonly activity: string
}
export interface WriteBase extends OperationBase, Audited {
  readonly kind: 'write'
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body: z.ZodType | undefined
  /** Whether it creates something (201), or changes what exists. */
  readonly creates: boolean
  /** Whether it removes something that the same operation cannot restore. */
  readonly destructive: boolean
  /** Whether a person must have signed in recently. Machine credentials need not. */
  readonly recentSignIn: boolean
  /** The password that a checked input sets, if it sets one. */
  readonly passwordIn?: (input: unknown) => string | null | undefined
  readonly examples: readonly Example[]
}
export interface ProductRead extends ReadBase {
  readonly product: 'path' | 'query'
  readonly several: boolean
  run(call: ProductCall, input: unknown): Promise<Answer<unknown, unknown>>
}
export interface AccountRead extends ReadBase {
  readonly product: 'none'
  run(call: AccountCall, input: unknown): Promise<Answer<unknown, unknown>>
}
export interface ProductWrite extends WriteBase {
  readonly product: 'path'
  readonly tool?: WriteTool | undefined
  plan(call: ProductWriteCall, input: unknown): Promise<Plan<unknown>>
}
export interface AccountWrite extends WriteBase {
  readonly product: 'none'
  readonly tool?: undefined
  plan(call: AccountCall, input: unknown): Promise<Plan<unknown>>
}
export type ReadOperation = ProductRead | AccountRead
export type WriteOperation = ProductWrite | AccountWrite
export type Operation = ReadOperation | WriteOperation

/** An operation without its route, as `execute` needs it. */
type Unrouted<T> = T extends unknown
  ? Omit<T, 'path' | 'method' | 'title' | 'description' | 'writtenByOthers' | 'examples' | 'tool'>
  : never
export type ExecutableRead = Unrouted<ReadOperation>
export type ExecutableWrite = Unrouted<WriteOperation>
export type Executable = ExecutableRead | ExecutableWrite

export type Shape = z.ZodRawShape
export type InputOf<Fields extends Shape> = z.output<z.ZodObject<Fields>>
export type NoFields = Record<never, never>

/** What every operation with a route declares. */
export interface Declaration<Place extends ProductPlace> extends AccessDeclaration<Place>, Description {}

/** What an operation with a route declares in addition. */
interface Description {
  /** None when absent. */
  readonly writtenByVisitors?: readonly string[]
  readonly path: string
  readonly title: string
  /** For a reader who has never seen the product: what it answers, units, when to use it. */
  readonly description: string
}

/** Who may call an operation, and what it can answer. */
export interface AccessDeclaration<Place extends ProductPlace> {
  readonly name: string
  readonly scope: Scope
  /** Additional scopes that query parameters need, by the parameter’s name. */
  readonly parameterScopes?: Readonly<Record<string, Scope>>
  readonly product: Place
  /** Whether its question may be about several products: a list of them, or `all`. */
  readonly several?: Place extends 'query' ? boolean : never
  /** The lowest role on the product; null exactly where the operation touches no product. */
  readonly role: Place extends 'none' ? null : Role
  /** The credentials that it accepts; every credential of an account when absent. */
  readonly allowedPrincipals?: readonly PrincipalKind[]
  /** Only for reads of statistics: the section as part of which shared links may call it too. */
  readonly sharedAs?: Access['sharedAs']
  readonly errors?: readonly OwnErrorCode[]
}

/** For operations of people in the dashboard. */
export const PEOPLE_ONLY = ['session'] as const satisfies readonly PrincipalKind[]
const ACCOUNTS = ['account_token', 'oauth_connection', 'session'] as const satisfies readonly PrincipalKind[]
/** For reads that a Website API key of the product may make too. */
export const ACCOUNTS_AND_KEYS = [...ACCOUNTS, 'website_key'] as const satisfies readonly PrincipalKind[]

/** The parameter that names the resource of operations. */
export const RESOURCE = 'product'
const PRODUCT = {
  name: RESOURCE,
  id: ProductId.meta({ description: 'The product’s identifier.' }),
  named: z.string().optional().meta({ description: 'Id, hostname or name.' }),
} as const
/** The parameter of questions that may be about several products. */
const PRODUCTS = {
  name: RESOURCE,
  id: z.string().meta({
    description: `The product’s identifier; 2 to ${PRODUCTS_PER_QUESTION_MAX} separated by commas; or \`all\`: the ${PRODUCTS_PER_QUESTION_MAX} with the most events.`,
  }),
  named: z.string().optional().meta({ description: 'Id, hostname or name; several with commas; all.' }),
  isList: true,
} as const
const PLACES: Readonly<Record<ProductPlace, ResourcePlace | undefined>> = {
  path: { ...PRODUCT, place: 'path' },
  query: { ...PRODUCT, place: 'query' },
  none: undefined,
}

export function declared<Place extends ProductPlace>(spec: AccessDeclaration<Place>) {
  const { name, scope, product } = spec
  // The type of `role` depends on `Place`, which is open here.
  const role: Role | null = spec.role
  const { parameterScopes, sharedAs, allowedPrincipals: allowed = ACCOUNTS } = spec
  const allowedPrincipals: ReadonlySet<PrincipalKind> = new Set([
    ...allowed,
    ...(sharedAs === undefined ? [] : (['shared_link'] as const)),
  ])
  return {
    name,
    scope,
    role,
    product,
    several: spec.several ?? false,
    resource: spec.several ? ({ ...PRODUCTS, place: 'query' } as const) : PLACES[product],
    allowedPrincipals,
    errors: spec.errors ?? [],
    ...(parameterScopes && { parameterScopes }),
    ...(sharedAs && { sharedAs }),
  }
}

/** What the definition of a `FileOperation` declares. */
export interface FileDeclaration<Query extends Shape>
  extends Omit<Declaration<'path'>, 'product' | 'allowedPrincipals'>,
    Audited {
  readonly query?: Query
}

/** The parts that uploads and downloads have in common. */
export function fileParts<Query extends Shape>(spec: FileDeclaration<Query>) {
  const { path, title, description, activity, query = {} } = spec
  return {
    ...declared({ ...spec, product: 'path', allowedPrincipals: PEOPLE_ONLY }),
    path,
    title,
    description,
    activity,
    params: z.strictObject({}),
    query: z.strictObject(query),
  }
}

/** For operations of agents that act for an account. */
const AGENTS: ReadonlySet<PrincipalKind> = new Set(['account_token', 'oauth_connection'])

/**
 * An operation of people as agents call it, on MCP only: the same input, rules, preview and audit, under a name and a scope of its own.
 * Undefined for operations that are not for agents, or that machines may call by themselves.
 */
export function toolOf(operation: Operation): Operation | undefined {
  if (operation.tool === undefined) return undefined
  const { name, scope, description = operation.description } = operation.tool
  const called = { name, scope, description, allowedPrincipals: AGENTS, sharedAs: undefined, tool: undefined }
  if (operation.kind === 'read') return { ...operation, ...called }
  const { plan, tool } = operation
  const { body, examples, meaning } = tool
  return {
    ...operation,
    ...called,
    body,
    examples,
    async plan(call: ProductWriteCall, input: unknown) {
      return plan(call, meaning === undefined ? input : await meaning(call, input))
    },
  }
}

/** Whether machines may call it: it is then part of the public interface, and a tool. */
export function isOpenToMachines({
  allowedPrincipals,
}: {
  readonly allowedPrincipals: ReadonlySet<PrincipalKind>
}): boolean {
  return allowedPrincipals.has('account_token')
}
