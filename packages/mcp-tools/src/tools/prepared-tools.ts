import { OAUTH_SCOPES, OPERATIONS, type Operation, type Principal, type Scope } from '@footfall/operations'
import { inputSchema, type JsonSchema, outputSchema } from './json-schema.ts'

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  readonly annotations: {
    readonly title: string
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: false
  }
}

export interface PreparedTool {
  readonly operation: Operation
  readonly listed: ListedTool
}

/** A list of tools, prepared as values and as encoded JSON. */
export interface PreparedList {
  readonly tools: readonly ListedTool[]
  readonly json: Buffer
}

/** The tools that one endpoint serves. */
export interface ToolSet {
  find(name: string): PreparedTool | undefined
  /**
   * What a credential could ever call. A person can grant a connection more scopes at any time, so it is shown every
   * grantable tool; an account token is shown the tools of its scopes.
   */
  listFor(principal: Principal): PreparedList
}

const GRANTABLE: ReadonlySet<Scope> = new Set(OAUTH_SCOPES)
const LISTS_KEPT = 256

const prepareTools = (operations: readonly Operation[]): readonly PreparedTool[] =>
  operations.map((operation) => ({ operation, listed: listedTool(operation) }))

/** Every tool of the service, in the order of the interface. */
export const TOOLS: readonly PreparedTool[] = prepareTools(OPERATIONS)

export function createToolSet(operations: readonly Operation[] = OPERATIONS): ToolSet {
  const tools = operations === OPERATIONS ? TOOLS : prepareTools(operations)
  const byName = new Map(tools.map((tool) => [tool.listed.name, tool]))
  if (byName.size < tools.length) throw new TypeError('two operations have one name')
  const forConnections = listOf(tools, (operation) => GRANTABLE.has(operation.scope))
  const byScopes = new Map<string, PreparedList>()
  return {
    find: (name) => byName.get(name),
    listFor(principal) {
      if (principal.kind === 'oauth_connection') return forConnections
      const key = [...principal.scopes].sort().join(' ')
      let list = byScopes.get(key)
      if (list === undefined) {
        list = listOf(tools, (operation) => principal.scopes.has(operation.scope))
        // Bounded, since there are more sets of scopes than are used. Further lists are prepared for each request.
        if (byScopes.size < LISTS_KEPT) byScopes.set(key, list)
      }
      return list
    },
  }
}

function listOf(tools: readonly PreparedTool[], shows: (operation: Operation) => boolean): PreparedList {
  const shown = tools.filter(({ operation }) => shows(operation)).map(({ listed }) => listed)
  return { tools: shown, json: Buffer.from(JSON.stringify(shown)) }
}

function listedTool(operation: Operation): ListedTool {
  const writes = operation.kind === 'write'
  return {
    name: operation.name,
    title: operation.title,
    description: operation.description,
    inputSchema: inputSchema(operation),
    outputSchema: outputSchema(operation),
    annotations: {
      title: operation.title,
      readOnlyHint: !writes,
      destructiveHint: writes && operation.destructive,
      // Under its idempotency key a write is executed once, however often it is repeated.
      idempotentHint: true,
      openWorldHint: false,
    },
  }
}
