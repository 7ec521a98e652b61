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

/** A list of tools, made once: as values, and as the bytes of JSON that go over the wire. */
export interface PreparedList {
  readonly tools: readonly ListedTool[]
  readonly json: Buffer
}

/** Every tool, in the order of the interface. */
export const TOOLS: readonly PreparedTool[] = OPERATIONS.map((operation) => ({
  operation,
  listed: listedTool(operation),
}))

const BY_NAME: ReadonlyMap<string, PreparedTool> = new Map(TOOLS.map((tool) => [tool.listed.name, tool]))
const GRANTABLE: ReadonlySet<Scope> = new Set(OAUTH_SCOPES)

export const findTool = (name: string): PreparedTool | undefined => BY_NAME.get(name)

/**
 * What a credential could ever call. A connection can be granted more by its person at any time, so it is shown
 * everything that could be granted; a token's scopes are what they are.
 */
export function createToolLists(): (principal: Principal) => PreparedList {
  const forConnections = prepare((operation) => GRANTABLE.has(operation.access.scope))
  const byScopes = new Map<string, PreparedList>()
  return (principal) => {
    if (principal.kind === 'oauth_connection') return forConnections
    const key = [...principal.scopes].sort().join(' ')
    let list = byScopes.get(key)
    if (list === undefined) {
      list = prepare((operation) => principal.scopes.has(operation.access.scope))
      // There are more sets of scopes than anybody uses; one that comes after these is made anew each time.
      if (byScopes.size < LISTS_KEPT) byScopes.set(key, list)
    }
    return list
  }
}

const LISTS_KEPT = 256

function prepare(shows: (operation: Operation) => boolean): PreparedList {
  const tools = TOOLS.filter(({ operation }) => shows(operation)).map(({ listed }) => listed)
  return { tools, json: Buffer.from(JSON.stringify(tools)) }
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
      // Under its idempotency key a write happens once, however often it is repeated.
      idempotentHint: true,
      openWorldHint: false,
    },
  }
}
