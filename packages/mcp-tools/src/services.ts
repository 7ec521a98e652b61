import type { Keyring, RandomSource, Secret, TraceContext } from '@footfall/core-domain'
import type { Exposed, FailureLog, Host } from '@footfall/kernel'
import type { Server } from '@modelcontextprotocol/server'
import type { z } from 'zod'

/** An image that a client may show beside a name. */
export interface Icon {
  readonly src: string
  readonly mimeType: string
  readonly sizes: string[]
}

/** `_meta` of a tool that has a page. A type and no interface, so that it is a record of the protocol. */
export type AppMeta = {
  readonly ui: { readonly resourceUri: string }
  /** The key of hosts from before MCP Apps 2026-01-26. */
  readonly 'ui/resourceUri': string
}

/** What a caller may reach at most: operations of these toolsets, null being all. */
export interface Ceiling {
  readonly toolsets: ReadonlySet<string> | null
  /** Whether only reads are within it: all, or those of these toolsets. */
  readonly readOnly: boolean | ReadonlySet<string>
}

/** The groups of tools that the address of the endpoint can name. */
export interface Toolsets {
  readonly names: readonly string[]
  /** Those that an address has that names none; all when absent. */
  readonly byDefault?: readonly string[]
  of(operation: Exposed): string
}

/** How the tools of a host are listed. */
export interface ToolAdditions {
  readonly toolsets?: Toolsets
  iconsOf?(operation: Exposed): Icon[]
  appOf?(operation: Exposed): AppMeta | undefined
  /** The parameters of its query as arguments; by default as its route takes them. Fields of its body may be described anew. */
  argumentsOf?(operation: Exposed): z.ZodRawShape
  /** Changes the JSON schema of a part, before what costs tokens is removed. */
  rewrite?(schema: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void
}

/** Who calls, and by which request. */
export interface Caller<Principal = unknown> {
  readonly principal: Principal
  readonly address: string | undefined
  readonly requestId: string
  /** The span of the message in the client's trace, from `_meta`. */
  readonly trace?: TraceContext | undefined
  /** Returns a signal that is aborted when the client no longer waits for the answer. */
  signal(): AbortSignal
}

/** An answer, as REST sends it. */
export type Answer = Record<string, unknown>

/** What a server offers in addition to tools: resources, prompts, completion. */
export interface ContextAdditions {
  readonly capabilities: Readonly<Record<string, object>>
  /** How long clients of revision 2026-07-28 may keep the answers, by method. */
  readonly cacheHints: Readonly<Record<string, { readonly ttlMs: number; readonly cacheScope: 'private' | 'public' }>>
  /** Adds handlers to the server of one request. `onError` gets what a handler throws before the SDK does. */
  serve(server: Server, request: ContextRequest, onError: (error: unknown) => void): void
}

/** How clients sign in. */
export interface Authorization {
  /** The address of the protected-resource metadata (RFC 9728). */
  readonly resourceMetadataUrl: string
  /** What OAuth can grant, and what it grants a request that names no scope. */
  readonly scopes: { readonly grantable: readonly string[]; readonly initial: readonly string[] }
  /** Said of a scope that it cannot grant. */
  readonly ungrantable?: string
}

/** An argument that names something without its id. */
export interface NamedField {
  readonly name: string
  /** A valid placeholder until the value is found; undefined for the resource of the operation. */
  readonly standIn: unknown
  /** The value with ids. Throws `InvalidRequest` or `NotFound` for an unknown name. */
  find(): Promise<unknown>
}

/** What a host says and adds at its endpoint. */
export interface McpOptions<Principal = unknown> {
  /** Signs request state that travels through clients; at least 32 bytes, and the same on every replica. */
  readonly requestStateKey: Keyring
  readonly authorization: Authorization
  /** Accepted values of `Host` in addition to that of `baseUrl`. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Origins, in addition to that of `baseUrl`, whose pages may call the endpoint, for clients that run in browsers. */
  readonly allowedOrigins?: readonly string[] | undefined
  /** What a model should know before its first call; the operations are those that this caller is shown. */
  instructions(caller: Caller<Principal>, operations: readonly Exposed[]): string | Promise<string>
  readonly icons?: Icon[]
  readonly tools?: ToolAdditions
  /** Whether the list of tools shows it to this caller; by default where a scope that it needs is held or can be granted. */
  couldCall?(principal: Principal, operation: Exposed): boolean
  /** What was removed from the credential in addition to scopes. */
  ceilingOf?(principal: Principal): Ceiling
  /** The id of the resource that a caller means; by default what was given. Throws `InvalidRequest` where several fit. */
  resourceMeant?(operation: Exposed, principal: Principal, given: unknown): Promise<unknown>
  /** Further arguments in which a call may give names instead of ids; none by default. */
  fieldsNaming?(
    operation: Exposed,
    principal: Principal,
    given: Readonly<Record<string, unknown>>,
  ): readonly NamedField[]
  /** Keeps a new secret for a page of the host and answers its address, for clients that can open one; undefined leaves it in the answer. */
  keepSecret?(principal: Principal, secret: Secret): Promise<string | undefined>
  /** The whole answer as text. `written` are the paths of what others wrote in it. */
  textOf?(operation: Exposed, answer: Answer, written: readonly string[]): string
  /** What people outside of the service wrote: the key of `_meta` that lists its paths, and which paths of an answer hold any. */
  readonly writtenByOthers?: {
    readonly key: string
    paths(answer: Answer, inData: readonly string[]): readonly string[]
  }
  /** What a model can do about an error, by its code, if it differs from the general advice. */
  readonly advice?: Readonly<Partial<Record<string, string>>>
  /** What to say of a tool that does not exist, where a person does what its name says; undefined for any other name. */
  handOver?(
    tool: string,
    given: Readonly<Record<string, unknown>>,
    principal: Principal,
  ): string | undefined | Promise<string | undefined>
  readonly context?: ContextAdditions
}

export interface EndpointServices extends McpOptions {
  readonly host: Host
  readonly random: RandomSource
  readonly logFailure: FailureLog
}

/** A request for a resource, a prompt or a completion. */
export interface ContextRequest<Principal = unknown> {
  readonly caller: Caller<Principal>
  readonly services: EndpointServices
  /** A tool that this connection has, whatever the scopes of the credential; undefined for any other. */
  readonly find: (name: string) => { readonly operation: Exposed } | undefined
  /** Whether the list of tools that the caller sees has it. */
  readonly shows: (name: string) => boolean
}
