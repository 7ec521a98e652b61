import { changesInWords, type Exposed, type Outcome, pathsWithText } from '@footfall/kernel'
import { isHttpError } from '../messages/challenge.ts'
import type { Answer, Caller, EndpointServices } from '../services.ts'
import { answerText } from '../text/answer-text.ts'
import { previewLines, wordingOf } from '../text/preview-text.ts'
import { problemText } from '../text/problem.ts'
import { type Arguments, type ReadCall, readArguments } from '../tools/arguments.ts'
import type { PreparedTool } from '../tools/prepared-tools.ts'
import { problemForModel } from './advice.ts'
import { meaningOf } from './meaning.ts'
import { previewKey } from './preview-key.ts'

export type ToolResult = {
  readonly content: { type: 'text'; text: string }[]
  readonly structuredContent: Record<string, unknown>
  /** What hosts do not show to a model. */
  readonly _meta?: Readonly<Record<string, unknown>>
  readonly isError?: true
}

/** The part of a tool that a call needs. */
export type CalledTool = Pick<PreparedTool, 'operation'>

/** Calls a tool: reads, previews, or executes under the caller's idempotency key. */
export function callTool(tool: CalledTool, given: Arguments, caller: Caller, services: EndpointServices) {
  return answering(tool.operation, caller, services, async () => {
    const key = given.confirm === true ? given.idempotency_key : undefined
    const { meant, named } = await meaningOf(tool.operation, given, key, caller, services)
    const { raw, confirmation } = readArguments(tool.operation, meant)
    const confirmed = confirmation.confirm === true ? { ...confirmation, named } : confirmation
    const outcome = await run(tool, { raw, confirmation: confirmed }, caller, services)
    return outcome.kind === 'previewed'
      ? previewResult(tool.operation, outcome, resourceIn(tool.operation, meant), services)
      : outcome
  })
}

function resourceIn({ resource }: Exposed, given: Arguments): unknown {
  return resource === undefined ? undefined : given[resource.name]
}

export function run(
  { operation }: CalledTool,
  { raw, confirmation }: Pick<ReadCall, 'raw' | 'confirmation'>,
  { principal, address, requestId, trace, signal }: Caller,
  services: EndpointServices,
): Promise<Outcome> {
  const origin = { channel: 'mcp', address, requestId, trace } as const
  return services.host.execute(operation, principal, raw, confirmation, origin, { signal })
}

/** Catches the errors of tools, and returns them as problems that a model can read. */
export async function answering(
  operation: Exposed,
  caller: Caller,
  services: EndpointServices,
  work: () => Promise<Outcome | ToolResult>,
): Promise<ToolResult> {
  try {
    const outcome = await work()
    return 'content' in outcome ? outcome : resultOf(operation, outcome, services)
  } catch (error) {
    if (isHttpError(error)) throw error
    return toolError(error, caller, services)
  }
}

/** An answer as data and as text, with the paths of what others wrote in it. */
export function toolResult(
  operation: Exposed,
  structuredContent: Answer,
  { host, textOf, writtenByOthers }: EndpointServices,
  writtenInData: readonly string[] = operation.writtenByOthers,
  ownText?: (written: readonly string[]) => string,
): ToolResult {
  const written = (writtenByOthers?.paths ?? pathsWithText)(structuredContent, writtenInData)
  const text =
    ownText?.(written) ?? textOf?.(operation, structuredContent, written) ?? answerText(structuredContent, written)
  return {
    content: [{ type: 'text', text }],
    structuredContent,
    ...(written.length === 0 ? {} : { _meta: { [writtenByOthers?.key ?? `${host.name}/written_by_others`]: written } }),
  }
}

const CONFIRMING = { confirm: true, idempotency_key: '<a new text for this intended change>' }
/** Short, since each preview repeats it; the instructions of the server say the rest. */
const INSTRUCTIONS = 'Nothing has changed yet. To confirm, call again with identical arguments and these:'
const WITHIN = 'The preview serves one change, for ten minutes. '

function howToConfirm(preview: string | undefined) {
  if (preview === undefined) return { arguments: CONFIRMING, instructions: INSTRUCTIONS }
  return { arguments: { ...CONFIRMING, preview }, instructions: WITHIN + INSTRUCTIONS, preview }
}

/** A person sees the page, and the model asks again. */
const HOW_TO_WAIT =
  'Nothing has changed yet: a person decides on the page of data.approval.link. Show the link, and repeat this call with confirm and the same idempotency_key for the result.'

/** The same as REST answers, except for how to confirm. */
function resultOf(operation: Exposed, outcome: Outcome, services: EndpointServices): ToolResult {
  switch (outcome.kind) {
    case 'read':
      return toolResult(operation, { ...outcome.answer }, services, outcome.writtenByOthers)
    case 'previewed':
      return previewResult(operation, outcome, undefined, services)
    case 'awaiting_approval': {
      const answer = { data: outcome.data, meta: outcome.meta }
      const textOf = (written: readonly string[]) => `${answerText(answer, written)}\n${HOW_TO_WAIT}`
      return toolResult(operation, answer, services, operation.writtenByOthers, textOf)
    }
    case 'executed':
      return toolResult(operation, { data: outcome.data, meta: outcome.meta }, services)
  }
}

function previewResult(
  operation: Exposed,
  { data, meta, preview }: Extract<Outcome, { kind: 'previewed' }>,
  resource: unknown,
  services: EndpointServices,
): ToolResult {
  const { host, random } = services
  const answer = { data, meta: { confirm: howToConfirm(preview), ...meta } }
  const wording = wordingOf(meta, services)
  const textOf = (written: readonly string[]) => answerText(answer, written, { data: previewLines(data, wording) })
  const result = toolResult(operation, answer, services, operation.writtenByOthers, textOf)
  const inWords = { [`${host.name}/changes_in_words`]: changesInWords(data.changes, wording) }
  return { ...result, _meta: { ...result._meta, ...previewKey(host.name, random, operation, resource), ...inWords } }
}

function toolError(error: unknown, { requestId }: Caller, services: EndpointServices): ToolResult {
  services.logFailure(requestId, error)
  const { problem, detailForPerson } = problemForModel(error, requestId, services)
  return {
    content: [{ type: 'text', text: problemText(problem) }],
    structuredContent: { ...problem },
    // The detail without the advice for a model, for a card: clients pass it to a page and not to the model.
    _meta: { [`${services.host.name}/detail`]: detailForPerson },
    isError: true,
  }
}
