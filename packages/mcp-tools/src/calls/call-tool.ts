import { execute, type Operation, type Outcome } from '@footfall/operations'
import { previewKey } from '../apps/preview-key.ts'
import { isHttpRefusal } from '../messages/challenge.ts'
import type { Caller, EndpointServices } from '../services.ts'
import { problemText } from '../text/problem.ts'
import { type Answer, textOf } from '../text/text-of.ts'
import { WRITTEN_BY_VISITORS, writtenPaths } from '../text/written-by-visitors.ts'
import { type Arguments, type ReadCall, readArguments } from '../tools/arguments.ts'
import type { PreparedTool } from '../tools/prepared-tools.ts'
import { problemForModel } from './advice.ts'
import { withProductId } from './with-product-id.ts'

export type ToolResult = {
  readonly content: { type: 'text'; text: string }[]
  readonly structuredContent: Record<string, unknown>
  /** What hosts do not show to a model. */
  readonly _meta?: Readonly<Record<string, unknown>>
  readonly isError?: true
}

/** A longer series costs a model more than it says. REST has the limit of the catalog. */
const SERIES_POINTS_MAX = 500

/** Calls a tool: reads, previews, or executes under the caller's idempotency key. */
export function callTool(tool: PreparedTool, given: Arguments, caller: Caller, services: EndpointServices) {
  return answering(tool.operation, caller, services, async () => {
    const meant = await withProductId(tool, given, caller, services)
    const outcome = await run(tool, readArguments(tool.operation, meant), caller, services)
    return outcome.kind === 'previewed' ? previewResult(tool.operation, outcome, meant.product, services) : outcome
  })
}

export async function run(
  { operation }: PreparedTool,
  { raw, confirmation }: Pick<ReadCall, 'raw' | 'confirmation'>,
  { principal, address, requestId, signal }: Caller,
  services: EndpointServices,
): Promise<Outcome> {
  const origin = { channel: 'mcp', address, requestId } as const
  return execute(operation, principal, raw, services, confirmation, origin, {
    signal,
    seriesPointsMax: SERIES_POINTS_MAX,
  })
}

/** The one catch around tools: what a tool refuses becomes a problem that a model can read. */
export async function answering(
  operation: Operation,
  caller: Caller,
  services: EndpointServices,
  work: () => Promise<Outcome | ToolResult>,
): Promise<ToolResult> {
  try {
    const outcome = await work()
    return 'content' in outcome ? outcome : resultOf(operation, outcome, services)
  } catch (error) {
    if (isHttpRefusal(error)) throw error
    return toolError(error, caller, services)
  }
}

/** An answer as data and as text, with the paths of what visitors wrote in it. */
export function toolResult(
  operation: Operation,
  structuredContent: Answer,
  writtenInData: readonly string[] = operation.writtenByVisitors,
): ToolResult {
  const written = writtenPaths(structuredContent, writtenInData)
  return {
    content: [{ type: 'text', text: textOf(operation.name, structuredContent, written) }],
    structuredContent,
    ...(written.length === 0 ? {} : { _meta: { [WRITTEN_BY_VISITORS]: written } }),
  }
}

const CONFIRMING = { confirm: true, idempotency_key: '<a new text for this intended change>' }
/** Short, since each preview repeats it; the instructions of the server say the rest. */
const INSTRUCTIONS = 'Nothing has changed yet. To confirm, call again with identical arguments and these.'
const WITHIN = ' The preview serves one change, for ten minutes.'

function howToConfirm(preview: string | undefined) {
  if (preview === undefined) return { arguments: CONFIRMING, instructions: INSTRUCTIONS }
  return { arguments: { ...CONFIRMING, preview }, instructions: INSTRUCTIONS + WITHIN, preview }
}

/** The same as REST answers, except for how to confirm. */
function resultOf(operation: Operation, outcome: Outcome, services: EndpointServices): ToolResult {
  switch (outcome.kind) {
    case 'read':
      return toolResult(operation, { ...outcome.answer }, outcome.writtenByVisitors)
    case 'previewed':
      return previewResult(operation, outcome, undefined, services)
    case 'executed':
      return toolResult(operation, { data: outcome.data, meta: outcome.meta })
  }
}

function previewResult(
  operation: Operation,
  { data, preview }: Extract<Outcome, { kind: 'previewed' }>,
  product: unknown,
  { random }: EndpointServices,
): ToolResult {
  const result = toolResult(operation, { data, meta: { confirm: howToConfirm(preview) } })
  return { ...result, _meta: { ...result._meta, ...previewKey(random, product) } }
}

function toolError(error: unknown, { requestId }: Caller, { logFailure }: EndpointServices): ToolResult {
  logFailure(requestId, error)
  const problem = problemForModel(error, requestId)
  return { content: [{ type: 'text', text: problemText(problem) }], structuredContent: { ...problem }, isError: true }
}
