import type { Exposed, Host, Problems } from '@footfall/kernel'
import type { AnswerForm } from '../answer-form.ts'
import { isWithin, lowerCeiling, NO_CEILING } from '../ceiling/ceilings.ts'
import type { AppMeta, Ceiling, Icon, McpOptions, ToolAdditions } from '../services.ts'
import { annotationsOf, type ToolAnnotations } from './annotations.ts'
import { inputSchema, type JsonSchema, outputSchema } from './json-schema.ts'

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly icons?: Icon[]
  readonly inputSchema: JsonSchema
  /** Absent from lists for clients that get only text. */
  readonly outputSchema?: JsonSchema
  readonly _meta?: AppMeta
  readonly annotations: ToolAnnotations
}

export interface PreparedTool {
  readonly operation: Exposed
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
  listFor(principal: unknown, form?: AnswerForm): PreparedList
  /** The same tools without those outside the ceiling, which are unknown in it. */
  within(ceiling: Ceiling): ToolSet
}

const LISTS_KEPT = 256

/** Tools that were prepared before: a host that serves the same operations again need not prepare them again. */
const prepared = new WeakMap<ToolAdditions, WeakMap<readonly Exposed[], readonly PreparedTool[]>>()

export function preparedTools(
  operations: readonly Exposed[],
  problems: Problems,
  additions: ToolAdditions,
): readonly PreparedTool[] {
  const known = prepared.get(additions) ?? new WeakMap<readonly Exposed[], readonly PreparedTool[]>()
  prepared.set(additions, known)
  const tools =
    known.get(operations) ??
    operations.map((operation) => ({ operation, listed: listedTool(operation, problems, additions) }))
  known.set(operations, tools)
  return tools
}

/** What the tools of an endpoint are made of. */
export interface ToolSource {
  readonly host: Pick<Host, 'operations' | 'problems' | 'scopesOf'>
  readonly tools?: ToolAdditions
  readonly authorization: Pick<McpOptions['authorization'], 'scopes'>
  readonly couldCall?: McpOptions['couldCall']
}

const NO_ADDITIONS: ToolAdditions = {}

export function createToolSet({
  host,
  tools: additions = NO_ADDITIONS,
  authorization,
  couldCall,
}: ToolSource): ToolSet {
  const tools = preparedTools(host.operations, host.problems, additions)
  const byName = new Map(tools.map((tool) => [tool.listed.name, tool]))
  if (byName.size < tools.length) throw new TypeError('two operations have one name')
  const grantable: ReadonlySet<string> = new Set(authorization.scopes.grantable)
  const isListed =
    couldCall ??
    ((principal: unknown, { scope }: Exposed) => grantable.has(scope) || host.scopesOf(principal).has(scope))
  const within = ({ operation }: PreparedTool, ceiling: Ceiling) => isWithin(operation, ceiling, additions.toolsets)
  return toolsWithin({ tools, byName, isListed, within, listOf: preparedLists() }, NO_CEILING)
}

interface Served {
  readonly tools: readonly PreparedTool[]
  readonly byName: ReadonlyMap<string, PreparedTool>
  isListed(principal: unknown, operation: Exposed): boolean
  within(tool: PreparedTool, ceiling: Ceiling): boolean
  listOf(tools: readonly PreparedTool[], form: AnswerForm): PreparedList
}

function toolsWithin(served: Served, ceiling: Ceiling): ToolSet {
  const tools = served.tools.filter((tool) => served.within(tool, ceiling))
  return {
    find(name) {
      const tool = served.byName.get(name)
      return tool && served.within(tool, ceiling) ? tool : undefined
    },
    listFor: (principal, form = 'both') =>
      served.listOf(
        tools.filter(({ operation }) => served.isListed(principal, operation)),
        form,
      ),
    within: (lower) => toolsWithin(served, lowerCeiling(ceiling, lower)),
  }
}

/** Lists by the tools in them, so that credentials and ceilings with the same tools share one. */
function preparedLists(): Served['listOf'] {
  const lists = new Map<string, PreparedList>()
  return (tools, form) => {
    const key = `${form} ${tools.map(({ listed }) => listed.name).join(' ')}`
    const known = lists.get(key)
    if (known !== undefined) return known
    const shown = tools.map(({ listed }) => (form === 'both' ? listed : withoutOutputSchema(listed)))
    const list = { key, tools: shown, json: Buffer.from(JSON.stringify(shown)) }
    // Bounded, since there are more sets of tools than are used. Further lists are prepared for each request.
    if (lists.size < LISTS_KEPT) lists.set(key, list)
    return list
  }
}

/** A client checks results against the schema, and text has no data to check. */
function withoutOutputSchema({ outputSchema: _, ...listed }: ListedTool): ListedTool {
  return listed
}

function listedTool(operation: Exposed, problems: Problems, additions: ToolAdditions): ListedTool {
  const app = additions.appOf?.(operation)
  const icons = additions.iconsOf?.(operation)
  return {
    name: operation.name,
    title: operation.title,
    description: operation.description,
    ...(icons && { icons }),
    inputSchema: inputSchema(operation, additions),
    outputSchema: outputSchema(operation, problems, additions),
    ...(app && { _meta: app }),
    annotations: annotationsOf(operation),
  }
}
