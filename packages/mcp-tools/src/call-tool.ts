import { AskerGone, Overloaded, ServiceUnavailable } from '@footfall/core-domain'
import { credentialOf, execute, type Outcome, type Problem } from '@footfall/operations'
import { problemForModel } from './advice.ts'
import { type Arguments, type ReadCall, readArguments } from './arguments.ts'
import { isHttpRefusal } from './challenge.ts'
import type { PreparedTool } from './prepared-tools.ts'
import type { Caller, McpServices } from './services.ts'

export type ToolResult = {
  readonly content: { type: 'text'; text: string }[]
  readonly structuredContent: Record<string, unknown>
  readonly isError?: true
}

/** Calls a tool as its arguments say: reads, previews, or executes under the caller's key. */
export function callTool(tool: PreparedTool, given: Arguments, caller: Caller, services: McpServices) {
  return answering(caller, services, () => run(tool, readArguments(tool.operation, given), caller, services))
}

export async function run(
  { operation }: PreparedTool,
  { raw, confirmation }: Pick<ReadCall, 'raw' | 'confirmation'>,
  { principal, address, requestId, signal }: Caller,
  services: McpServices,
): Promise<Outcome> {
  const origin = { channel: 'mcp', address, requestId } as const
  return execute(operation, principal, raw, services, confirmation, origin, { signal })
}

/** The one catch around tools: whatever a tool refuses becomes a problem that a model can read. */
export async function answering(
  caller: Caller,
  services: McpServices,
  work: () => Promise<Outcome | ToolResult>,
): Promise<ToolResult> {
  try {
    const done = await work()
    return 'content' in done ? done : resultOf(done)
  } catch (error) {
    if (isHttpRefusal(error)) throw error
    return refusal(error, caller, services)
  }
}

export function textAndData(structuredContent: Record<string, unknown>): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
}

const HOW_TO_CONFIRM = {
  arguments: { confirm: true, idempotency_key: '<a new text for this intended change>' },
  instructions:
    'Nothing has changed. To make this change, call the tool again with identical arguments and these two. Repeat it with the same key if the answer is lost: within 24 hours it executes once.',
}

/** Word for word what REST answers; only how to confirm is said in this channel's terms. */
function resultOf(outcome: Outcome): ToolResult {
  switch (outcome.kind) {
    case 'read':
      return textAndData({ ...outcome.answer })
    case 'previewed':
      return textAndData({ data: outcome.data, meta: { confirm: HOW_TO_CONFIRM } })
    case 'executed':
      return textAndData({ data: outcome.data, meta: outcome.meta })
  }
}

function refusal(error: unknown, { principal, requestId }: Caller, { log }: McpServices): ToolResult {
  const problem: Problem = problemForModel(error, requestId)
  if (problem.code === 'internal_error') log.error({ request_id: requestId, err: error }, 'a tool failed')
  else if (error instanceof ServiceUnavailable && !(error instanceof Overloaded || error instanceof AskerGone))
    log.warn({ request_id: requestId, err: error.cause }, `a store does not answer ${credentialOf(principal)}`)
  return { ...textAndData({ ...problem }), isError: true }
}
