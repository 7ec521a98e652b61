import {
  type Ceiling,
  isWithin,
  lowerCeiling,
  OAUTH_SCOPES,
  OPERATIONS,
  type Operation,
  type Principal,
  type Scope,
} from '@footfall/operations'
import { type AppMeta, appOf } from '../apps/app-of.ts'
import { annotationsOf, type ToolAnnotations } from './annotations.ts'
import { type Icon, iconsOf } from './icons.ts'
import { inputSchema, type JsonSchema, outputSchema } from './json-schema.ts'

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly icons: Icon[]
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  readonly _meta?: AppMeta
  readonly annotations: ToolAnnotations
}

export interface PreparedTool {
  readonly operation: Operation
  readonly listed: ListedTool
}

/** A list of tools, prepared as values and as encoded JSON. */
export interface PreparedList {
  /** Names the tools in it. */
  readonly key: string
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
  /** The same tools without those outside the ceiling, which are unknown in it. */
  within(ceiling: Ceiling): ToolSet
}

const GRANTABLE: ReadonlySet<Scope> = new Set(OAUTH_SCOPES)
const LISTS_KEPT = 256
const NO_CEILING: Ceiling = { toolsets: null, readOnly: false }

const prepareTools = (operations: readonly Operation[]): readonly PreparedTool[] =>
  operations.map((operation) => ({ operation, listed: listedTool(operation) }))

/** Every tool of the service, in the order of the interface. */
export const TOOLS: readonly PreparedTool[] = prepareTools(OPERATIONS)

export function createToolSet(operations: readonly Operation[] = OPERATIONS): ToolSet {
  const tools = operations === OPERATIONS ? TOOLS : prepareTools(operations)
  const byName = new Map(tools.map((tool) => [tool.listed.name, tool]))
  if (byName.size < tools.length) throw new TypeError('two operations have one name')
  return toolsWithin(tools, byName, NO_CEILING, preparedLists())
}

function toolsWithin(
  all: readonly PreparedTool[],
  byName: ReadonlyMap<string, PreparedTool>,
  ceiling: Ceiling,
  listOf: (tools: readonly PreparedTool[]) => PreparedList,
): ToolSet {
  const tools = all.filter(({ operation }) => isWithin(operation, ceiling))
  return {
    find(name) {
      const tool = byName.get(name)
      return tool && isWithin(tool.operation, ceiling) ? tool : undefined
    },
    listFor: (principal) => listOf(tools.filter(({ operation }) => couldCall(principal, operation))),
    within: (lower) => toolsWithin(tools, byName, lowerCeiling(ceiling, lower), listOf),
  }
}

function couldCall({ kind, scopes }: Principal, { scope }: Operation): boolean {
  return kind === 'oauth_connection' ? GRANTABLE.has(scope) : scopes.has(scope)
}

/** Lists by the tools in them, so that credentials and ceilings with the same tools share one. */
function preparedLists(): (tools: readonly PreparedTool[]) => PreparedList {
  const lists = new Map<string, PreparedList>()
  return (tools) => {
    const key = tools.map(({ listed }) => listed.name).join(' ')
    const known = lists.get(key)
    if (known !== undefined) return known
    const shown = tools.map(({ listed }) => listed)
    const list = { key, tools: shown, json: Buffer.from(JSON.stringify(shown)) }
    // Bounded, since there are more sets of tools than are used. Further lists are prepared for each request.
    if (lists.size < LISTS_KEPT) lists.set(key, list)
    return list
  }
}

function listedTool(operation: Operation): ListedTool {
  const app = appOf(operation)
  return {
    name: operation.name,
    title: operation.title,
    description: operation.description,
    icons: iconsOf(operation),
    inputSchema: inputSchema(operation),
    outputSchema: outputSchema(operation),
    ...(app && { _meta: app }),
    annotations: annotationsOf(operation),
  }
}
